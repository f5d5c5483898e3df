/** A device shows what the server will store: its unsent edits over the server's newest values, merged by the same rules (seeded). */
import { expect, test } from 'vitest';
import type { ConfirmedRow } from '../../client-sdk/disk/database.ts';
import { withHash, type OutboxCommand } from '../../client-sdk/disk/outbox-command.ts';
import { uuidv7 } from '../../shared/model/uuid.ts';
import { overlay } from '../../client-sdk/view/overlay.ts';
import type { Json, JsonObject } from '../../shared/base/json.ts';
import { decide } from '../../shared/decide.ts';
import { keyBetween } from '../../shared/merge/order.ts';
import type { Patch } from '../../shared/model/command.ts';
import type { StoredRecord } from '../../shared/model/record.ts';
import type { World } from '../../shared/model/resource.ts';
import { defaultSettings } from '../../shared/model/settings.ts';
import { resourceOf } from '../../shared/resources/index.ts';
import { openChance, type Chance } from '../kit/clock.ts';

const [documentId, hazardId] = ['018f2f6a-0000-7000-8000-000000000001', '018f2f6a-0000-7000-8000-000000000002'];
const controlId = (n: number): string => `018f2f6a-0000-7000-8000-0000000001${String(n).padStart(2, '0')}`;
const at = '2026-11-21T09:00:00.000Z';

function recordOf(kind: string, id: string, rev: number, body: JsonObject): StoredRecord {
  const envelope = { seq: rev, deleted: false, created_at: at, updated_at: at, created_by: 'ann', updated_by: 'ann' };
  return { id, kind, rev, ...envelope, body };
}

const document = recordOf('document', documentId, 1, { status: 'draft', title: 'Lift', document_type: 'rams' });

function worldOf(hazard: StoredRecord): World {
  return {
    now: at,
    actor: { organisationId: documentId, id: 'ann', name: 'Ann', role: 'owner' },
    author: { id: 'ann', name: 'Ann' },
    origin: 'sync',
    settings: defaultSettings(),
    timezone: null,
    newId: () => {
      throw new Error('every control has its id');
    },
    createdFrom: () => undefined,
    serial: () => null,
    hasDigest: () => false,
    needing: () => [],
    record: (id) => [hazard, document].find((record) => record.id === id),
    children: () => [],
    all: () => [],
  };
}

/** As the server stores it. */
function stored(hazard: StoredRecord, command: Patch): StoredRecord {
  const { writes } = decide(command, worldOf(hazard));
  const body = writes[0]?.body;
  return body ? recordOf('hazard', hazardId, hazard.rev + 1, body) : hazard;
}

function edit(chance: Chance, body: JsonObject, author: string): JsonObject {
  const text = String(body['description'] ?? '');
  const words = text.split(/(\s)/);
  const place = chance.below(words.length + 1);
  const controls = body['controls'] as readonly JsonObject[];
  const entry = chance.below(controls.length + 1);
  return chance.pick<() => JsonObject>([
    () => ({ name: `${author} ${chance.below(3)}` }),
    () => ({ severity_before: 3 + chance.below(3) }),
    () => ({ sort_key: keyBetween(String(body['sort_key']), null) }),
    () => ({
      description: words.toSpliced(place, chance.below(3), chance.pick([author, ' ', '\n', `${author}\n`])).join(''),
    }),
    () => ({
      description: chance.pick([
        text.replaceAll('\n', '\r\n'),
        `${text}\n${author} ${place}`,
        '',
        `${author}\n${text}`,
      ]),
    }),
    () => ({ controls: controls.toSpliced(entry, 1) }),
    () => ({ controls: controls.toSpliced(entry, 0, ...controls.slice(-1)).slice(0, controls.length) }),
    () => ({
      controls: controls.map((control, i) =>
        i === entry ? { ...control, [chance.pick(['description', 'responsibility'])]: author } : control,
      ),
    }),
  ])();
}

function entryOf(command: Patch, n: number): OutboxCommand {
  const made = { prev: null, author: { actor: null, device: 'tablet-1' }, made_at: at, clock_offset_ms: 0, schema: 1 };
  const identity = withHash({ id: uuidv7(n, new Uint8Array(10)), ...made, depends_on: [], command });
  return { ...identity, state: 'queued', lane: 2, shows: {}, result: null };
}

function rowOf({ deleted: _, ...record }: StoredRecord): ConfirmedRow {
  return { ...record, document_id: documentId, project_id: '', generation: 0, digest: '' };
}

const base: JsonObject = {
  document_id: documentId,
  name: 'Falling load',
  description: 'Keep out of the zone.\n1. Survey the roof\n2. Fix the rails\nStop at noon.',
  controls: [1, 2, 3].map((n) => ({ id: controlId(n), description: `control ${n}`, responsibility: 'Tom' })),
  sort_key: 'a1',
};

test('[MG28] a device shows unsent edits as the server will merge them (1,000 records)', () => {
  const hazard = resourceOf('hazard');
  const chance = openChance(39);
  let merged = 0;
  for (let i = 0; i < 1_000; i++) {
    const begin = recordOf('hazard', hazardId, 1, base);
    let [server, view] = [begin, begin];
    for (let n = chance.below(5); n > 0; n--)
      server = stored(server, { op: 'patch', kind: 'hazard', id: hazardId, set: edit(chance, server.body, 'theirs') });
    const commands: Patch[] = [];
    for (let n = 1 + chance.below(4); n > 0; n--) {
      const set = edit(chance, view.body, 'mine');
      const was = Object.fromEntries(
        Object.keys(set).map((field) => [field, view.body[field] ?? null] as [string, Json]),
      );
      const command: Patch = { op: 'patch', kind: 'hazard', id: hazardId, set, was };
      commands.push(command);
      view = stored(view, command);
    }
    const shown: (JsonObject | undefined)[] = [];
    for (let sent = 0; sent <= commands.length; sent++) {
      const waiting = commands.slice(sent).map((command, n) => entryOf(command, n + 1));
      shown.push(overlay(hazard, rowOf(server), waiting)?.body);
      const next = commands[sent];
      if (next) server = stored(server, next);
    }
    for (const body of shown) expect(body).toEqual(server.body);
    merged += JSON.stringify(server.body) === JSON.stringify(view.body) ? 0 : 1;
  }
  expect(merged).toBeGreaterThan(300);
});
