/** What must be true of every tablet after a simulated day: it equals the server in both directions as far as it may see, and owes nothing. */
import { expect } from 'vitest';
import type { Device } from '../../../client-sdk/index.ts';
import { canonical } from '../../../shared/crypto/canonical.ts';
import type { Role } from '../../../shared/model/access.ts';
import type { JsonObject } from '../../../shared/base/json.ts';
import { replicatedKinds } from '../../../shared/resources/index.ts';
import { mayRead, visibleBody } from '../../../shared/visible.ts';
import { valuesOf } from './check-refused.ts';
import type { Day } from './day.ts';
import { familiesOf, type Family } from './families.ts';
import { projectOf, rowsOf, type Row } from './server-rows.ts';

export async function checkTablets(day: Day): Promise<void> {
  const rows = await rowsOf(day.world);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const { body: organisation } = await day.world.api<JsonObject>('GET', '/api/v1/organisation');
  for (const tablet of day.tablets) {
    const { name } = tablet.parts;
    const { device } = tablet;
    expect(device.status.waiting, name).toBe(0);
    expect(organisation, name).toMatchObject({ settings: { ...device.settings }, locale: device.locale });
    const viewer = { role: tablet.badge.role };
    const { grant } = tablet.badge;
    const within = rows.filter((row) => {
      const project = projectOf(row, byId);
      return (
        !row.deleted &&
        replicatedKinds.includes(row.kind) &&
        mayRead(row.kind, viewer) &&
        (!grant || project === null || grant.includes(project))
      );
    });
    const shown = await everything(device);
    const expected = Object.fromEntries(within.map((row) => [row.id, wanted(row, viewer)]));
    expect(likeness(shown, expected), name).toEqual(expected);
    for (const id of day.foreign) expect(shown.has(id), `${name} sees another organisation`).toBe(false);
    const left = (await device.outbox.list()).filter(({ state }) => state !== 'refused');
    expect(left, name).toEqual([]);
  }
  for (const family of familiesOf(day)) checkOutbox(family);
}

interface Shown {
  readonly kind: string;
  readonly record: JsonObject;
}

async function everything(device: Device): Promise<Map<string, Shown>> {
  const views = {
    project: device.projects,
    site: device.sites,
    document: device.documents,
    section: device.sections,
    hazard: device.hazards,
    coshh: device.coshh,
    personnel: device.personnel,
    worker: device.workers,
    version: device.versions,
    signoff: device.signoffs,
    crew_member: device.crew,
    conflict: device.conflicts,
    export: device.exports,
    permit: device.permits,
    incident: device.incidents,
  };
  const found = new Map<string, Shown>();
  for (const [kind, view] of Object.entries(views))
    for (const record of await view.find()) found.set(record.id, { kind, record: record as unknown as JsonObject }); // what is shown is JSON
  return found;
}

function wanted({ kind, rev, updated_at, created_by, body }: Row, viewer: { readonly role: Role }): JsonObject {
  return { kind, rev, updated_at, created_by, unsent: false, ...visibleBody(kind, body, viewer) };
}

/** What is shown, cut to the members that are compared. A creation that was refused stays on its tablet and nowhere else. */
function likeness(shown: ReadonlyMap<string, Shown>, expected: Readonly<Record<string, JsonObject>>): JsonObject {
  const alike: Record<string, JsonObject> = {};
  for (const [id, { kind, record }] of shown) {
    if (record['refused'] && !expected[id]) continue;
    const members = Object.keys(expected[id] ?? record).filter((member) => member !== 'kind');
    alike[id] = { kind, ...Object.fromEntries(members.map((member) => [member, record[member]])) };
  }
  return alike;
}

/** Everything that was ever kept here reached the server exactly once. */
function checkOutbox({ name, made, taken }: Family): void {
  // A photo becomes a command when its file is there, and is checked by itself.
  const asMade = made
    .filter(isNoPhoto)
    .map(({ id, op, kind, record_id, action, mine }) => canonical({ id, op, kind, record_id, action, mine }));
  const noPhotos = taken.filter(({ command }) => isNoPhoto(command));
  const asTaken = noPhotos.map(({ id, command }) =>
    canonical({
      id,
      op: command.op,
      kind: command.kind,
      record_id: command.id,
      action: command.op === 'act' ? command.action : null,
      mine: valuesOf(command),
    }),
  );
  expect(asTaken.toSorted(), name).toEqual(asMade.toSorted());
}

function isNoPhoto({ kind }: { readonly kind: string }): boolean {
  return kind !== 'photo';
}
