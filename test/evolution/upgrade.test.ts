/** The steps by themselves, on a made-up history of five schemas. */
import { expect, test } from 'vitest';
import type { Command } from '../../shared/model/command.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { Problem } from '../../shared/model/problem.ts';
import { schemaVersion } from '../../shared/sync/sync.ts';
import { releasedSteps } from '../../shared/upgrade/steps.ts';
import {
  changedKinds,
  currentSchema,
  oldestReader,
  upgradeBody,
  upgradeCommand,
} from '../../shared/upgrade/upgrade.ts';
import { madeUpSteps as steps } from './support/made-up-steps.ts';

const id = '0197f9a0-0000-7000-8000-000000000001';

function upgraded(command: Command, schema = 1): Command | string {
  try {
    return upgradeCommand(command, schema, steps);
  } catch (error) {
    if (error instanceof Problem) return error.code;
    throw error;
  }
}

test('[EV1] each raise of the schema has one step', () => {
  expect(schemaVersion).toBe(releasedSteps.length + 1);
  expect(currentSchema(steps)).toBe(5);
});

test('[EV2] renamed, split and changed fields are upgraded in `set` and in `was`', () => {
  expect(
    upgraded({ op: 'create', kind: 'hazard', id, set: { caption: 'Falling load', severity_before: 'major' } }),
  ).toEqual({ op: 'create', kind: 'hazard', id, set: { name: 'Falling load', severity_before: 4 } });
  const patch = {
    op: 'patch',
    kind: 'site',
    id,
    set: { address_text: '1 Quay Street; M1 1AA' },
    was: { address_text: '2 Quay Street; M1 1AB' },
  } as const;
  expect(upgraded(patch)).toEqual({
    ...patch,
    set: { address: '1 Quay Street', postcode: 'M1 1AA' },
    was: { address: '2 Quay Street', postcode: 'M1 1AB' },
  });
  expect(upgradeBody('hazard', { caption: 'Falling load', severity_before: 'major' }, 1, steps)).toEqual({
    name: 'Falling load',
    severity_before: 4,
  });
});

test('[EV2] only the steps after its own schema touch a command', () => {
  expect(
    upgraded({ op: 'patch', kind: 'hazard', id, set: { label: 'Sling', severity_before: 'minor' } }, 3),
  ).toMatchObject({
    set: { name: 'Sling', severity_before: 2 },
  });
  expect(upgraded({ op: 'patch', kind: 'hazard', id, set: { name: 'Sling', severity_before: 2 } }, 5)).toMatchObject({
    set: { name: 'Sling', severity_before: 2 },
  });
});

test('[EV2] an action under another name comes through with its arguments', () => {
  expect(upgraded({ op: 'act', kind: 'document', id, action: 'hand_in', args: { remark: 'ready' } })).toEqual({
    op: 'act',
    kind: 'document',
    id,
    action: 'submit_review',
    args: { notes: 'ready' },
  });
});

test('[EV2] a removal drops its precondition where the fields of its kind changed', () => {
  const removal = { op: 'remove', kind: 'hazard', id, base_rev: 3, seen: '0'.repeat(64) } as const;
  expect(upgraded(removal)).toEqual({ op: 'remove', kind: 'hazard', id, base_rev: 3 });
  expect(upgraded(removal, 5)).toBe(removal);
  expect(upgraded({ ...removal, kind: 'section' }, 2)).toEqual({ ...removal, kind: 'section' });
  const renaming = [{ kinds: { hazard: { actions: { rate: { action: 'assess' } } } } }];
  expect(upgradeCommand(removal, 1, renaming)).toBe(removal);
});

test('[EV3] a command without a current shape is refused, and so is a malformed one', () => {
  const hostile: readonly JsonObject[] = [
    { address_text: 7 },
    { address_text: null },
    { address_text: { length: 1 } },
    { address_text: ['a', 'b'] },
  ];
  const codes = [
    upgraded({ op: 'create', kind: 'drawing', id, set: {} }),
    upgraded({ op: 'remove', kind: 'drawing', id }),
    upgraded({ op: 'act', kind: 'document', id, action: 'stamp', args: {} }),
    ...hostile.map((set) => upgraded({ op: 'create', kind: 'site', id, set })),
  ];
  expect(codes).toEqual(codes.map(() => 'shape_retired'));
  expect(upgraded({ op: 'create', kind: '__proto__', id, set: {} })).toMatchObject({ kind: '__proto__' });
  expect(upgraded({ op: 'act', kind: 'document', id, action: 'constructor', args: {} })).toMatchObject({
    action: 'constructor',
  });
  expect(upgradeBody('drawing', {}, 1, steps)).toBeNull();
});

test('[EV4] no step changes sealed content: versions and sign-offs pass unchanged', () => {
  const meddling = [{ kinds: { signoff: { fields: () => ({}) }, version: null } }];
  const set = { document_id: id, integrity: { payload_hash: 'x' } };
  expect(upgradeCommand({ op: 'create', kind: 'signoff', id, set }, 1, meddling)).toMatchObject({ set });
  expect(upgradeBody('version', set, 1, meddling)).toBe(set);
});

test('[EV5] the steps determine which apps may read; a change of commands excludes none', () => {
  expect(oldestReader([])).toBe(1);
  expect(oldestReader(steps)).toBe(5);
  expect(oldestReader([...steps, { kinds: { document: { actions: { a: null } } } }])).toBe(5);
  expect(changedKinds(1, steps).toSorted()).toEqual(['hazard', 'section', 'site']);
  expect(changedKinds(4, steps)).toEqual(['hazard']);
});
