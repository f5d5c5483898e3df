/** What must be true of the server after a simulated day: exactly what was acknowledged, nothing else, and every event once. */
import { expect } from 'vitest';
import type { Json, JsonObject } from '../../../shared/base/json.ts';
import { canonicalHash } from '../../../shared/crypto/canonical.ts';
import type { Day } from './day.ts';
import { expected as mergedOf, plain, ruleOf } from './merge-oracle.ts';
import { eventsOf, rowsOf, type EventRow, type Row } from './server-rows.ts';
import { stateOf } from './stages.ts';

export async function checkServer(day: Day): Promise<void> {
  const rows = await rowsOf(day.world);
  checkRecords(day, rows);
  checkConflicts(day, rows);
  checkMerges(day, rows);
  checkDocuments(day, rows);
  checkSignoffs(day, rows);
  const events = await eventsOf(day.world);
  const exported = events.filter(({ name }) => name === 'document.exported');
  await checkExports(day, rows, exported);
  expect(
    events.filter((event) => !exported.includes(event)).map(({ name, resource_id: id }) => `${name} ${id}`),
  ).toEqual(day.history.model.events);
}

/** Written by the server or an administrator alone, and checked by themselves. */
const made = ['user', 'version', 'discarded_draft', 'conflict', 'merged_edit', 'export', 'standing_export'];

/** No acknowledged change is lost, and none is invented. */
function checkRecords({ history: { model } }: Day, rows: readonly Row[]): void {
  const found: Record<string, unknown> = {};
  const expected: Record<string, unknown> = {};
  for (const { id, kind, deleted, body } of rows) {
    if (made.includes(kind)) continue;
    const fields = Object.keys(model.records.get(id)?.fields ?? {}).filter((field) => ruleOf(kind, field) !== 'place');
    found[id] = {
      kind,
      deleted,
      ...Object.fromEntries(fields.map((field) => [field, plain(ruleOf(kind, field), body[field] ?? null)])),
    };
  }
  for (const [id, { kind, deleted, fields }] of model.records) {
    const compared = Object.entries(fields).filter(([field]) => ruleOf(kind, field) !== 'place');
    expected[id] = { kind, deleted, ...Object.fromEntries(compared) };
  }
  expect(found).toEqual(expected);
}

/** Each standing export is current, and each rendering was told once. */
async function checkExports(
  { history, world }: Day,
  rows: readonly Row[],
  exported: readonly EventRow[],
): Promise<void> {
  const renderings = rows.filter(({ kind }) => kind === 'export');
  const done = renderings.map(({ id, body }) => [id, body['status']]);
  expect(done.filter(([, status]) => status !== 'completed')).toEqual([]);
  const told = exported.map(({ resource_id: id }) => id);
  expect(told.toSorted()).toEqual(renderings.map(({ id }) => id).toSorted());
  for (const { document_id: id, body } of rows.filter(({ kind }) => kind === 'standing_export')) {
    const { status, version, frozen } = history.model.life(String(id));
    const isThere = body['of'] === 'draft' ? version > frozen.length : frozen.length > 0;
    const listed = await world.api<{ data: { document_version: number | null; current: boolean }[] }>(
      'GET',
      `/api/v1/documents/${id}/exports`,
    );
    const last = listed.body.data.find((each) => (each.document_version === null) === (body['of'] === 'draft'));
    if (status !== 'archived' && isThere) expect(last, String(id)).toMatchObject({ current: true });
  }
}

/** Every clash is kept with both values, and settled where somebody said so or its author wrote on. */
function checkConflicts({ history: { model } }: Day, rows: readonly Row[]): void {
  const conflicts = rows.filter(({ kind }) => kind === 'conflict');
  const keys = (list: readonly JsonObject[]): string[] =>
    list
      .map(({ record_id, field, theirs, mine, kept }) => canonicalHash({ record_id, field, theirs, mine, kept }))
      .toSorted();
  expect(keys(conflicts.map(({ body }) => body))).toEqual(keys(model.clashes as unknown as JsonObject[])); // JSON on both sides
  const settled = new Map(
    conflicts.filter(({ body }) => body['state'] === 'settled').map(({ id, body }) => [id, body]),
  );
  expect([...model.settled].filter((id) => !settled.has(id))).toEqual([]);
  // Who writes on settles their own, for one with the last words or for what the record says.
  for (const [id, { author, settled_by: by, resolution }] of settled)
    if (!model.settled.has(id)) expect({ resolution, by }).toEqual({ resolution: 'keep', by: author });
}

/** Every merge is kept once, with what it came to. */
function checkMerges({ history: { model } }: Day, rows: readonly Row[]): void {
  const counts = new Map<string, number>();
  for (const { kind, body } of rows) {
    if (kind !== 'merged_edit') continue;
    const { record_kind, record_id, field, was = null, theirs = null, mine = null, result = null, edits } = body;
    const key = `${String(record_id)} ${String(field)}`;
    counts.set(key, (counts.get(key) ?? 0) + Number(edits));
    const rule = ruleOf(String(record_kind), String(field));
    const [seen, other, own] = [was, theirs, mine].map((value) => plain(rule, value)) as [Json, Json, Json]; // of three, three
    if (edits === 1) expect(plain(rule, result), key).toEqual(mergedOf(rule, seen, other, own).value);
  }
  expect(counts).toEqual(model.merges);
}

/** States are those that the accepted steps lead to; versions count from 1 without a gap and hold what was approved. */
function checkDocuments({ history: { model } }: Day, rows: readonly Row[]): void {
  for (const { id, kind, body } of rows) {
    if (kind === 'permit')
      expect([body['state'], body['log']]).toMatchObject([
        stateOf(model.stages.get(id)),
        { length: model.actionCounts.get(id) ?? 0 },
      ]);
    if (kind === 'incident') expect(body['status']).toBe(model.stages.get(id));
    if (kind !== 'document') continue;
    const life = model.life(id);
    expect([body['status'], body['version'], body['current_approved_version']], id).toEqual([
      life.status,
      life.version,
      life.frozen.length || null,
    ]);
    expect(body['condition_marks'] ?? [], id).toMatchObject(life.marks);
    const rounds = body['review_rounds'] as JsonObject[]; // a document's own schema
    expect(rounds, id).toHaveLength(life.rounds);
    const submitted = rounds.map((round) => round['content_hash']);
    // A decision is about what was submitted.
    for (const { documentId, round, contentHash, isStale } of model.decisions)
      if (documentId === id) expect(contentHash !== submitted[round - 1], `${id} round ${round}`).toBe(isStale);
    const of = (wanted: string): Row[] => rows.filter((row) => row.kind === wanted && row.document_id === id);
    expect(of('discarded_draft')).toHaveLength(life.discarded);
    const versions = of('version').toSorted((a, b) => Number(a.body['version']) - Number(b.body['version']));
    expect(versions.map((row) => row.body['version'])).toEqual(life.frozen.map((_, i) => i + 1));
    versions.forEach((row, i) => {
      const content = row.body['content'] as JsonObject; // a version's own schema
      expect(row.body['content_hash']).toBe(canonicalHash(content));
      expect(submitted).toContain(row.body['content_hash']);
      expect(row.body['state']).toBe(i === versions.length - 1 ? 'current' : 'superseded');
      const frozen = [...(life.frozen[i]?.entries ?? [])].filter(([, entry]) => !entry.deleted);
      const names = (list: readonly (readonly [unknown, unknown])[]): string[] =>
        list.map((pair) => pair.join()).toSorted();
      const lists = ['hazards', 'sections', 'coshh_assessments', 'personnel'].map(
        (list) => content[list] as JsonObject[],
      ); // a snapshot's members
      expect(names(lists.flat().map((entry) => [entry['id'], nameOf(entry)]))).toEqual(
        names(frozen.map(([entryId, { fields }]) => [entryId, nameOf(fields)])),
      );
    });
  }
}

function nameOf(entry: JsonObject): unknown {
  return entry['name'] ?? entry['title'] ?? entry['substance_name'];
}

/** Exactly once, as it was sealed, bound to the version that the worker was shown. */
function checkSignoffs({ history, signed }: Day, rows: readonly Row[]): void {
  const refused = new Set(
    history.taken.filter(({ result }) => result.status === 'refused').map(({ command }) => command.id),
  );
  const versions = new Map(
    rows
      .filter(({ kind }) => kind === 'version')
      .map((row) => [`${row.document_id} ${String(row.body['version'])}`, row]),
  );
  const signoffs = new Map(rows.filter(({ kind }) => kind === 'signoff').map((row) => [row.id, row]));
  for (const [id, shown] of signed) {
    const row = signoffs.get(id);
    if (!row) {
      expect(refused.has(id), `sign-off ${id} is lost`).toBe(true);
      continue;
    }
    expect(row.rev).toBe(1);
    expect(row.body['content_hash']).toBe(shown);
    expect(versions.get(`${row.document_id} ${String(row.body['document_version'])}`)?.body['content_hash']).toBe(
      shown,
    );
  }
  expect([...signoffs.keys()].filter((id) => !signed.has(id))).toEqual([]);
}
