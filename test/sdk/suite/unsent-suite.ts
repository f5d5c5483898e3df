/** Export of unsent work from one device to another, plain or encrypted. */
import { expect, test } from 'vitest';
import { commandHash } from '../../../shared/sync/command-identity.ts';
import type { UnsentCommand } from '../../../shared/sync/unsent-file.ts';
import { breaking } from '../support/breaking.ts';
import { ink } from '../support/ink.ts';
import { approvedDocument, draftWithHazard } from '../support/site-day.ts';
import { openSite, type Ground } from './site.ts';

const passphrase = 'correct horse battery';

export function unsent(ground: Ground): void {
  test('[DV65] another device sends exported work once, with its seals and times', async () => {
    await using site = await openSite(ground);
    const broken = await site.device();
    const { documentId, hazardId } = await approvedDocument(broken);
    await broken.hazards.patch(hazardId, { name: 'Falling truss' }).catch(() => undefined);
    const draft = await draftWithHazard(broken);
    await broken.hazards.patch(draft.hazardId, { name: 'Swinging load' });
    const signoffId = await broken.sign({ document_id: documentId, worker: { name: 'Jan' }, signature: ink() });
    const seal = (await broken.signoffs.get(signoffId))?.integrity;
    const text = await broken.outbox.exportUnsent({ passphrase });
    expect(text).not.toContain('"Jan"');
    expect(JSON.parse(text)).toMatchObject({
      format: 'sitefile-unsent-encrypted-1',
      kdf: { name: 'PBKDF2', hash: 'SHA-256', iterations: 600_000 },
      cipher: { name: 'AES-256-GCM' },
    });

    await site.advance(3_600_000);
    const other = await site.device();
    const before = broken.status.waiting;
    const { taken } = await other.outbox.importUnsent(text, passphrase);
    expect(taken).toHaveLength(before);
    expect(await other.outbox.importUnsent(text, passphrase)).toEqual({ taken: [], skipped: before, photos: [] });
    expect(await other.signoffs.get(signoffId)).toMatchObject({ integrity: seal, unsent: true });
    const waiting = await other.outbox.list();
    expect(waiting.every(({ at }) => at.startsWith('2026-11-21T09:00'))).toBe(true);
    expect(await other.sync()).toMatchObject({ refused: 0 });

    // The broken device works again: nothing is duplicated.
    expect(await broken.sync()).toMatchObject({ refused: 0 });
    expect(broken.status).toMatchObject({ waiting: 0, refused: 0 });
    expect((await broken.signoffs.find()).map(({ id }) => id)).toEqual([signoffId]);
    expect((await broken.signoffs.get(signoffId))?.integrity).toEqual(seal);
    expect((await broken.hazards.find({ document_id: draft.documentId })).map(({ name }) => name)).toEqual([
      'Swinging load',
    ]);
  });

  test('[DV65] a device that has pulled nothing shows what it imports', async () => {
    await using site = await openSite(ground);
    const tom = await site.device();
    const project_id = await tom.projects.create({ name: 'Block C' });
    await tom.sync();
    const description = 'A panel slipped in its cradle and was caught by the second strap.';
    const id = await tom.reportIncident({ project_id, location: 'Level 6', description });
    const ann = await site.device();
    await ann.outbox.importUnsent(await tom.outbox.exportUnsent());
    const [shown] = await ann.incidents.find();
    expect(shown).toMatchObject({ id, status: 'reported', injured_persons: [], notes: [] });
  });

  test('[DV65] a refused change is imported as refused, with its reason, and can be resent', async () => {
    await using site = await openSite(ground);
    const tom = await site.device();
    const ann = await site.device();
    const { documentId, hazardId } = await draftWithHazard(tom);
    await tom.sync();
    await ann.sync();
    await tom.submitForReview(documentId);
    await tom.sync();
    await ann.hazards.patch(hazardId, { name: 'Falling truss' });
    await ann.sync();
    const other = await site.device();
    await other.sync();
    await other.outbox.importUnsent(await ann.outbox.exportUnsent());
    expect(other.status).toMatchObject({ waiting: 0, refused: 1 });
    await tom.act('document', documentId, 'withdraw');
    await tom.sync();
    await other.sync();
    const [refused] = await other.outbox.refused();
    expect(refused).toMatchObject({ mine: { name: 'Falling truss' }, reason: { code: 'document_locked' } });
    await other.outbox.resend(refused!.id); // one was there
    expect(await other.sync()).toMatchObject({ pushed: 1, refused: 0 });
    expect(await other.hazards.get(hazardId)).toMatchObject({ name: 'Falling truss' });
  });

  test('[DV65] an edit that changes nothing on the importing device is sent all the same', async () => {
    await using site = await openSite(ground);
    const [office, broken, other] = [await site.device(), await site.device(), await site.device()];
    const { hazardId } = await draftWithHazard(office);
    await office.sync();
    await broken.sync();
    await office.hazards.patch(hazardId, { name: 'Falling beam' });
    await office.sync();
    await other.sync();
    await office.hazards.patch(hazardId, { name: 'Falling truss' });
    await office.sync();
    await broken.hazards.patch(hazardId, { name: 'Falling beam' });
    expect(await other.outbox.importUnsent(await broken.outbox.exportUnsent())).toMatchObject({ skipped: 0 });
    expect(await other.sync()).toMatchObject({ pushed: 1, refused: 0 });
    expect(await other.conflicts.find()).toMatchObject([{ theirs: 'Falling truss', mine: 'Falling beam' }]);
  });

  test('[DV65] edits of imported work follow it, although the clock of its device was ahead', async () => {
    await using site = await openSite(ground);
    const broken = await site.device({ now: () => site.now() + 600_000 });
    const other = await site.device();
    const { hazardId } = await draftWithHazard(broken);
    await broken.hazards.patch(hazardId, { name: 'Falling beam' });
    await other.outbox.importUnsent(await broken.outbox.exportUnsent());
    await other.hazards.patch(hazardId, { name: 'Falling truss' });
    expect(await other.hazards.get(hazardId)).toMatchObject({ name: 'Falling truss' });
    expect(await other.sync()).toMatchObject({ refused: 0 });
    expect(await other.hazards.get(hazardId)).toMatchObject({ name: 'Falling truss' });
    expect(await other.conflicts.find()).toEqual([]);
  });

  test('[DV65] a permit that names 50 documents made offline is exported, imported and sent', async () => {
    await using site = await openSite(ground);
    const [broken, other] = [await site.device(), await site.device()];
    const linked: string[] = [];
    for (let i = 0; i < 50; i++)
      linked.push(await broken.documents.create({ title: `Lift ${i}`, document_type: 'rams' }));
    const hours = { valid_from: '2026-11-21T10:00:00Z', valid_to: '2026-11-21T18:00:00Z' };
    const work = { permit_type: 'general', description: 'Lifting', location: 'Level 3', ...hours } as const;
    await broken.permits.create({
      ...work,
      document_id: await broken.documents.create({ title: 'Form', document_type: 'rams' }),
      linked_document_ids: linked,
    });
    await other.outbox.importUnsent(await broken.outbox.exportUnsent());
    expect(await other.sync()).toMatchObject({ pushed: 52, refused: 0 });
  });

  test('[DV65] work of which every second change is missing is sent all the same', async () => {
    await using site = await openSite(ground);
    const [broken, other] = [await site.device(), await site.device()];
    const { hazardId } = await draftWithHazard(broken);
    await broken.sync();
    for (let i = 0; i < 410; i++) await broken.hazards.patch(hazardId, { name: `Load ${i}` });
    const file = JSON.parse(await broken.outbox.exportUnsent()) as { readonly commands: readonly unknown[] }; // just made
    const commands = file.commands.filter((_, i) => i % 2 === 1);
    await other.outbox.importUnsent(JSON.stringify({ ...file, commands }));
    expect(await other.sync()).toMatchObject({ pushed: 205, refused: 0 });
  });

  test('[DV162] an export imports nothing on the device that made it', async () => {
    await using site = await openSite(ground);
    const device = await site.device();
    const { documentId, hazardId } = await draftWithHazard(device);
    await device.sync();
    await device.hazards.patch(hazardId, { name: 'Falling beam' });
    await device.submitForReview(documentId);
    const text = await device.outbox.exportUnsent();
    await device.sync();
    await device.act('document', documentId, 'withdraw');
    await device.hazards.patch(hazardId, { name: 'Falling truss' });
    await device.sync();
    expect(await device.outbox.importUnsent(text)).toEqual({ taken: [], skipped: 2, photos: [] });
    await device.sync();
    expect(await device.hazards.get(hazardId)).toMatchObject({ name: 'Falling truss' });
    expect(await device.documents.get(documentId)).toMatchObject({ status: 'draft' });
    expect(await device.conflicts.find()).toEqual([]);
  });

  test('[DV163] an interrupted import resumes, and dependencies between commands hold', async () => {
    await using site = await openSite(ground);
    const tom = await site.device();
    for (const title of ['Lift', 'Truss']) await tom.documents.create({ title, document_type: 'rams' });
    const file = JSON.parse(await tom.outbox.exportUnsent()) as { readonly commands: readonly UnsentCommand[] }; // just made
    // As if both changes were made in one step: their fields do not name the dependency.
    const [first, second] = file.commands.map(({ id }) => id);
    const commands = file.commands.map((command) => {
      const { state, refused, ...identity } = command;
      const changed = { ...identity, depends_on: command.id === second ? [first ?? ''] : [] };
      return { ...changed, state, refused, hash: commandHash(changed) };
    });
    const text = JSON.stringify({ ...file, commands });
    const place = site.newPlace();
    const power = breaking(place.storage());
    const ann = await site.device({ place: { ...place, storage: () => power.storage } });
    const watching = ann.status$.subscribe(({ waiting }) => {
      if (waiting === 1) power.break('journal');
    });
    await expect(ann.outbox.importUnsent(text)).rejects.toMatchObject({ name: 'StorageError' });
    watching.unsubscribe();
    await ann.close();
    const again = await site.device({ place });
    expect(await again.outbox.importUnsent(text)).toEqual({ taken: [second], skipped: 1, photos: [] });
    expect((await again.outbox.list()).map((item) => item.depends_on)).toEqual([[], [first]]);
  });

  test('[DV66] a sealed, altered or foreign export is refused by name, and imports nothing', async () => {
    await using site = await openSite(ground);
    const ann = await site.device();
    await ann.sync();
    await draftWithHazard(ann);
    const sealed = await ann.outbox.exportUnsent({ passphrase });
    const plain = await ann.outbox.exportUnsent();
    await expect(ann.outbox.exportUnsent({ passphrase: 'short' })).rejects.toMatchObject({
      fault: 'passphrase_needed',
    });
    const other = await site.device();
    await other.sync();
    const changed = (change: (file: Record<string, object>) => void, text = plain): string => {
      const file = JSON.parse(text);
      change(file);
      return JSON.stringify(file);
    };
    const bad: readonly (readonly [string, string, string?])[] = [
      ['wrong_passphrase', sealed, 'something else'],
      ['passphrase_needed', sealed],
      [
        'wrong_passphrase',
        changed((file) => Object.assign(file, { ciphertext: `AAAA${String(file['ciphertext'])}` }), sealed),
        passphrase,
      ],
      [
        'not_an_export',
        changed((file) => Object.assign(file, { kdf: { ...file['kdf'], iterations: 1e12 } }), sealed),
        passphrase,
      ],
      [
        'not_an_export',
        changed((file) => Object.assign(file, { kdf: { ...file['kdf'], iterations: 1 } }), sealed),
        passphrase,
      ],
      ['not_an_export', ''],
      ['not_an_export', '\0'],
      ['not_an_export', 'null'],
      ['not_an_export', '[]'],
      ['not_an_export', '{"format":"sitefile-unsent-9"}'],
      ['not_an_export', changed((file) => Object.assign(file, { commands: 'all' }))],
      ['not_an_export', changed((file) => Object.assign(file, { commands: [{ id: 1 }] }))],
      ['not_an_export', plain.replaceAll('"kind": "hazard"', '"kind": "__proto__"')],
      ['not_an_export', plain.replaceAll('"kind": "hazard"', '"kind": "constructor"')],
      ['other_organisation', changed((file) => Object.assign(file, { organisation_id: 'o-other' }))],
    ];
    for (const [fault, text, words] of bad)
      await expect(other.outbox.importUnsent(text, words), text.slice(0, 60)).rejects.toMatchObject({
        name: 'UnsentFileError',
        fault,
      });
    expect(other.status.waiting).toBe(0);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
}
