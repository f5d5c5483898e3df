/** What the compiler accepts and rejects in an app that uses the SDK: type-checked only, never run. */
import { expectTypeOf, test } from 'vitest';
import type { Device, FieldsByKind, Filter, Shown, ViewKind } from '../../client-sdk/index.ts';

type HasAnyField<Kind extends ViewKind> = string extends keyof FieldsByKind[Kind] ? Kind : never;

test('[DV159] the compiler knows exactly the fields of every kind', () => {
  expectTypeOf<{ [Kind in ViewKind]: HasAnyField<Kind> }[ViewKind]>().toBeNever();
  expectTypeOf<FieldsByKind['hazard']['severity_before']>().toEqualTypeOf<number | null | undefined>();
  expectTypeOf<FieldsByKind['document']['title']>().toEqualTypeOf<string>();
  expectTypeOf<Shown<'hazard'>['position']>().toEqualTypeOf<number | null>();
  expectTypeOf<Shown<'signoff'>['currency']>().toEqualTypeOf<
    'current' | 'superseded' | 'stale_at_capture' | 'document_archived' | 'unknown'
  >();
  expectTypeOf<Shown<'hazard'>>().not.toHaveProperty('nope');
});

test('[DV159] a misspelt field is an error where it is written and where it is read', () => {
  const write = async (device: Device, hazard: Shown<'hazard'>): Promise<void> => {
    await device.hazards.create({ document_id: 'd', name: 'n', severity_before: 4, controls: [{ description: 'c' }] });
    await device.hazards.patch('h', { description: null }, hazard);
    await device.documents.find({ document_type: 'rams', status: 'approved', unsent: false });
    await device.hazards.find({ document_id: 'd', risk_before: 15 });
    await device.permits.create({ title: 'Hot works' });
    // @ts-expect-error no kind has such a field
    await device.hazards.create({ nope: 1 });
    // @ts-expect-error it is severity_before
    await device.hazards.patch('h', { sevrity_before: 4 });
    // @ts-expect-error it is a number
    await device.hazards.patch('h', { severity_before: 'high' });
    // @ts-expect-error it is document_id
    await device.hazards.find({ docment_id: 'd' });
    // @ts-expect-error it is document_type
    device.documents.watch({ documenttype: 'rams' });
    // @ts-expect-error it is title
    await device.permits.create({ titel: 'Hot works' });
    // @ts-expect-error it is name
    await device.sites.create({ nam: 'East gate' });
  };
  expectTypeOf(write).toBeFunction();
  expectTypeOf<Filter<'worker'>>().not.toHaveProperty('nope');
});
