/** The state that the rules see inside one transaction: rows read under the lock, overlaid with this batch's own changes. */
import type { Db } from '../store/engine/db.ts';
import type { Command } from '../../shared/model/command.ts';
import { isJsonObject, type Json, type JsonObject } from '../../shared/base/json.ts';
import type { StoredRecord } from '../../shared/model/record.ts';
import { siteOfVersion } from '../../shared/resources/in-force.ts';
import type { Reads } from '../../shared/model/reads.ts';
import { idIn, type NeededSite, type Resource } from '../../shared/model/resource.ts';
import type { Settings } from '../../shared/model/settings.ts';
import { resourceOf, resources, type Kind } from '../../shared/resources/index.ts';
import { mayContinue } from './continued-conflicts.ts';
import { latelyMerged, readsOfMerge, togetherSince } from './kept-edits.ts';
import { parentColumnsOf, toRecord, type RecordRow } from './record-rows.ts';
import {
  knownDigests,
  loadByDigests,
  loadByDocuments,
  loadByIds,
  loadByKind,
  loadAtSite,
} from '../store/records/records.ts';
import { versionsInForceAt } from '../store/records/places-of-versions.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Kinds of which a record may need its site. */
const needing = Object.values(resources)
  .filter((each) => 'needsSite' in each)
  .map(({ kind }) => kind);

export class BatchWorld {
  readonly #rows = new Map<string, RecordRow>();
  readonly #records = new Map<string, StoredRecord>();
  readonly #idsByDocument = new Map<string, Set<string>>();
  /** `document kind` pairs whose children have all been read. */
  readonly #completeChildren = new Set<string>();
  readonly #changed = new Set<string>();
  /** Changed rows as they were read; undefined for new records. */
  readonly #before = new Map<string, RecordRow | undefined>();
  /** Records that this batch created, so all their children are in memory too. */
  readonly #created = new Set<string>();
  /** Kinds of which all records have been read. */
  readonly #completeKinds = new Set<string>();
  /** Sites of which everything that may need them has been read. */
  readonly #completeSites = new Set<string>();
  /** Whether a stored record has the digest, for each one that was asked for. */
  readonly #digests = new Map<string, boolean>();
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** Reads everything that the rules of these commands may need: targets, the records they reference, and children that a rule asks for. */
  async read(db: Db, orgId: string, commands: readonly Command[], now: string): Promise<void> {
    const targets = commands.map((command) => command.id);
    await this.#readIds(db, orgId, targets);
    const wanted = commands.map((command) => this.#readsOf(command));
    const merging = commands.map((each) => readsOfMerge(each, this.#rows.get(each.id), this.record(each.id)));
    const ids = [...wanted, ...merging].flatMap((reads) => [...(reads.ids ?? [])]);
    await this.#readIds(db, orgId, ids);
    const merges = merging.flatMap((reads) => reads.merges);
    await this.#readMerges(db, orgId, merges, now);
    await this.#readKinds(db, orgId, new Set(wanted.flatMap((reads) => reads.kinds ?? [])));
    await this.#readSites(db, orgId, new Set(wanted.flatMap((reads) => reads.sites ?? [])));
    const digests = wanted.flatMap((reads) => (reads.digests ?? []).filter((digest) => digest !== null));
    await this.#readDigests(db, orgId, digests);
    await this.#readChildren(db, orgId, [
      ...wanted.flatMap((reads) => reads.children ?? []),
      ...this.#disputedBy(commands),
    ]);
    // Unchecked, so it may be anything.
    const placed = wanted.flatMap(({ placesOf = [] }) => placesOf.filter(isId)).map((id) => id.toLowerCase());
    await this.#readIds(
      db,
      orgId,
      [...new Set(placed)].flatMap((id) => this.#sitesOf(id)),
    );
  }

  async #readChildren(db: Db, orgId: string, asked: NonNullable<Reads['children']>): Promise<void> {
    const sets = asked
      .filter((set) => isId(set.documentId))
      .map((set) => ({ ...set, documentId: set.documentId.toLowerCase() }));
    for (const kinds of new Set(sets.map((set) => set.kinds.join()))) {
      const list = kinds.split(',');
      const missing = sets.filter(
        (set) =>
          set.kinds.join() === kinds && !list.every((kind) => this.#completeChildren.has(`${set.documentId} ${kind}`)),
      );
      if (missing.length === 0) continue;
      for (const row of await loadByDocuments(
        db,
        orgId,
        missing.map((set) => set.documentId),
        list,
      ))
        this.#addRow(row);
      for (const set of missing) for (const kind of list) this.#completeChildren.add(`${set.documentId} ${kind}`);
    }
  }

  /** Conflicts are read only for edits that may go on from one. */
  #disputedBy(commands: readonly Command[]): NonNullable<Reads['children']> {
    return commands.flatMap((command) => {
      const [row, record] = [this.#rows.get(command.id), this.record(command.id)];
      if (command.op !== 'patch' || !row || !record) return [];
      const documentId = idIn('document_id', resourceOf(row.kind), row);
      return documentId && mayContinue(command, record.body) ? [{ documentId, kinds: ['conflict'] }] : [];
    });
  }

  /** Those about the record that were read, or that this batch made, in order of their ids. */
  conflictsOf(id: string): readonly StoredRecord[] {
    const row = this.#rows.get(id);
    const documentId = row && idIn('document_id', resourceOf(row.kind), row);
    if (!documentId) return [];
    return this.#known(documentId, 'conflict').filter(({ body }) => body['record_id'] === id);
  }

  /** What was merged of the field lately, newest first. */
  mergesOf(id: string, field: string, now: string): readonly StoredRecord[] {
    return latelyMerged([...this.#rows.values()], id, field, now).flatMap((row) => this.record(row.id) ?? []);
  }

  /** Of the document and of its versions that were read. */
  #sitesOf(documentId: string): (Json | undefined)[] {
    const versions = this.#known(documentId, 'version').map(({ body }) => siteOfVersion(body));
    return [this.record(documentId)?.body['site_id'], ...versions];
  }

  #known(documentId: string, kind: Kind): StoredRecord[] {
    const ids = [...(this.#idsByDocument.get(documentId) ?? [])].filter((id) => this.#rows.get(id)?.kind === kind);
    return ids.toSorted(compare).flatMap((id) => this.record(id) ?? []);
  }

  record(id: string): StoredRecord | undefined {
    const known = this.#records.get(id);
    if (known) return known;
    const row = this.#rows.get(id);
    if (!row) return undefined;
    const record = toRecord(row);
    this.#records.set(id, record);
    return record;
  }

  row(id: string): RecordRow | undefined {
    return this.#rows.get(id);
  }

  children(documentId: string, kind: string): readonly StoredRecord[] {
    const known = this.#created.has(documentId) || this.#completeChildren.has(`${documentId} ${kind}`);
    if (this.#rows.has(documentId) && !known) throw new Error(`the ${kind} children of a document were not read`);
    const rows = [...(this.#idsByDocument.get(documentId) ?? [])]
      .map((id) => this.#rows.get(id))
      .filter((row) => row !== undefined)
      .filter((row) => row.kind === kind && row.deleted === 0)
      .toSorted((a, b) => compare(a.sort_key ?? '', b.sort_key ?? '') || compare(a.id, b.id));
    return rows.map((row) => this.record(row.id)).filter((record) => record !== undefined);
  }

  all(kind: string): readonly StoredRecord[] {
    if (!this.#completeKinds.has(kind)) throw new Error(`not all records of kind ${kind} were read`);
    const rows = [...this.#rows.values()].filter((row) => row.kind === kind && row.deleted === 0);
    return rows.map((row) => this.record(row.id)).filter((record) => record !== undefined);
  }

  needing(siteId: string): NeededSite[] {
    if (!this.#completeSites.has(siteId)) throw new Error('what needs a site was not read');
    const live = [...this.#rows.values()].filter((row) => row.deleted === 0 && resourceOf(row.kind).needsSite);
    return live.flatMap(({ id, kind }) => {
      const needed = resourceOf(kind).needsSite?.(this.record(id)?.body ?? {});
      return needed?.site === siteId ? [needed] : [];
    });
  }

  hasDigest(digest: string): boolean {
    const isStored = this.#digests.get(digest);
    if (isStored === undefined) throw new Error('a digest was not read');
    return isStored || this.changedRows().some((row) => row.digest === digest);
  }

  put(row: RecordRow): void {
    const before = this.#rows.get(row.id);
    if (!before) this.#created.add(row.id);
    if (!this.#before.has(row.id)) this.#before.set(row.id, before);
    this.#rows.set(row.id, row);
    this.#records.delete(row.id);
    this.#index(row);
    this.#changed.add(row.id);
  }

  /** Undoes one change of a refused group. */
  restore(id: string, row: RecordRow | undefined, wasChanged: boolean): void {
    this.#records.delete(id);
    if (row) this.#rows.set(id, row);
    else this.#rows.delete(id);
    if (!wasChanged) this.#changed.delete(id);
  }

  hasChanged(id: string): boolean {
    return this.#changed.has(id);
  }

  /** The stored row that a changed row replaces. */
  before(id: string): RecordRow | undefined {
    return this.#before.get(id);
  }

  changedRows(): RecordRow[] {
    return [...this.#changed].map((id) => this.#rows.get(id)).filter((row) => row !== undefined);
  }

  #readsOf(command: Command): Reads {
    const kind = Object.hasOwn(resources, command.kind) ? (command.kind as Kind) : null; // just checked
    if (!kind) return {};
    const row = this.#rows.get(command.id);
    const before = resources[kind].readsColumns && row ? parentColumnsOf(row) : (this.record(command.id)?.body ?? {});
    const set =
      'set' in command && isJsonObject(command.set) ? writableOf(resources[kind], command.op, command.set) : {};
    const action = command.op === 'act' ? command.action : null;
    const args: JsonObject = command.op === 'act' && isJsonObject(command.args) ? command.args : {};
    return (
      resources[kind].reads?.({ ...before, ...set }, command.id, action, { set, args, settings: this.#settings }) ?? {}
    );
  }

  async #readKinds(db: Db, orgId: string, kinds: ReadonlySet<string>): Promise<void> {
    for (const kind of kinds) {
      if (this.#completeKinds.has(kind)) continue;
      for (const row of await loadByKind(db, orgId, kind)) this.#addRow(row);
      this.#completeKinds.add(kind);
    }
  }

  async #readSites(db: Db, orgId: string, siteIds: ReadonlySet<string>): Promise<void> {
    for (const id of siteIds) {
      if (this.#completeSites.has(id)) continue;
      const project = this.#rows.get(id)?.project_id ?? '';
      const rows = [
        ...(await loadAtSite(db, orgId, id, needing)),
        ...(await versionsInForceAt(db, orgId, project, id)),
      ];
      for (const row of rows) this.#addRow(row);
      this.#completeSites.add(id);
    }
  }

  async #readDigests(db: Db, orgId: string, digests: readonly string[]): Promise<void> {
    const missing = digests.filter((digest) => !this.#digests.has(digest));
    if (missing.length === 0) return;
    const known = new Set(await knownDigests(db, orgId, missing));
    for (const digest of missing) this.#digests.set(digest, known.has(digest));
  }

  async #readMerges(db: Db, orgId: string, digests: readonly string[], now: string): Promise<void> {
    if (digests.length === 0) return;
    for (const row of await loadByDigests(db, orgId, [...new Set(digests)], togetherSince(now))) this.#addRow(row);
  }

  async #readIds(db: Db, orgId: string, ids: readonly unknown[]): Promise<void> {
    const missing = ids
      .filter(isId)
      .map((id) => id.toLowerCase())
      .filter((id) => !this.#rows.has(id));
    if (missing.length === 0) return;
    for (const row of await loadByIds(db, orgId, missing)) this.#addRow(row);
  }

  #addRow(row: RecordRow): void {
    if (this.#rows.has(row.id)) return;
    this.#rows.set(row.id, row);
    this.#index(row);
  }

  #index(row: RecordRow): void {
    if (!row.document_id) return;
    const ids = this.#idsByDocument.get(row.document_id) ?? new Set();
    ids.add(row.id);
    this.#idsByDocument.set(row.document_id, ids);
  }
}

/** Only writable fields can reference records to read: an entry never moves to another document, even if a change says so. */
function writableOf({ writable }: Resource, op: 'create' | 'patch', set: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(set).filter(([field]) => writable[op].includes(field)));
}

/** Commands have not been validated against their kind yet, so an id field may hold any value. */
function isId(value: unknown): value is string {
  return typeof value === 'string' && uuid.test(value);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
