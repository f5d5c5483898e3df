/** Typed views, one a kind: read, watch, and write if the kind allows it. */
import { combineLatest, defer, distinctUntilChanged, map, of, type Observable } from 'rxjs';
import { sameJson } from '../shared/crypto/canonical.ts';
import type { JsonObject } from '../shared/base/json.ts';
import { resourceOf } from '../shared/resources/index.ts';
import type { Mutator } from './write/mutator.ts';
import type { FieldsByKind, Shown, ViewKind } from './view/kinds.ts';
import { isEntryKind } from './view/present.ts';
import type { Scope } from './disk/records.ts';
import type { Replica } from './view/replica.ts';
import { noInputs, ViewProjection, shownOf, type SignoffInputs } from './view/view-projection.ts';

/** Every field given must equal its value. */
export type Filter<K extends ViewKind> = Readonly<Partial<Shown<K>>>;

export interface ReadView<K extends ViewKind> {
  /** Undefined if there is none, or it was removed. */
  get(id: string): Promise<Shown<K> | undefined>;
  /** Entries by position, versions by number, everything else oldest first. */
  find(filter?: Filter<K>): Promise<readonly Shown<K>[]>;
  /** The list now and after every change, local or remote. */
  watch(filter?: Filter<K>): Observable<readonly Shown<K>[]>;
}

export interface EditView<K extends ViewKind> extends ReadView<K> {
  /** Resolves to the new record's id once it is stored; throws a Problem if the fields are invalid. */
  create(fields: Readonly<Partial<FieldsByKind[K]>> & { readonly id?: string }): Promise<string>;
  /** Changes the given fields. `seen` = the record as the user saw it, if a form was open for long. */
  patch(id: string, fields: Readonly<Partial<FieldsByKind[K]>>, seen?: Shown<K>): Promise<void>;
}

/** Records that are made and removed, and never changed. */
export interface MemberView<K extends ViewKind> extends ReadView<K>, Pick<EditView<K>, 'create'> {
  remove(id: string): Promise<void>;
}

export interface EntryView<K extends ViewKind> extends EditView<K> {
  /** If somebody else edited the record meanwhile, it stays, with a conflict. */
  remove(id: string): Promise<void>;
}

export function readView<K extends ViewKind>(kind: K, replica: Replica): ReadView<K> {
  const view: Reader = {
    get: async (id) => {
      const record = await replica.record(id);
      if (!record || record.kind !== kind || record.deleted) return undefined;
      const scope = scopeOf(kind, record.body);
      // An entry's position depends on the others.
      const list = isEntryKind(kind) && !record.isOrphan ? await replica.list(scope) : [record];
      return shownOf(list, await inputsFor(scope, replica), { id })[0];
    },
    find: async (filter = {}) => {
      const scope = scopeOf(kind, filter);
      return shownOf(await replica.list(scope), await inputsFor(scope, replica), filter);
    },
    watch: (filter = {}) => {
      const scope = scopeOf(kind, filter);
      return defer(() => {
        const projection = new ViewProjection(filter);
        return combineLatest([replica.watch(scope), watchInputs(scope, replica)]).pipe(
          map(([list, others]) => projection.update(list, others)),
          distinctUntilChanged(sameList),
        );
      });
    },
  };
  // A shown record is a body of this kind, with the envelope and derived fields that `present` adds.
  return view as unknown as ReadView<K>;
}

/** A view without the types of its records. */
interface Reader {
  get(id: string): Promise<JsonObject | undefined>;
  find(filter?: JsonObject): Promise<readonly JsonObject[]>;
  watch(filter?: JsonObject): Observable<readonly JsonObject[]>;
}

export function editView<K extends ViewKind>(kind: K, replica: Replica, mutator: Mutator): EditView<K> {
  return {
    ...readView(kind, replica),
    // The mutator checks the fields against the kind's schema.
    create: (fields) => mutator.create(kind, fields as JsonObject),
    patch: (id, fields, seen) => mutator.patch(kind, id, fields as JsonObject, seen as JsonObject | undefined),
  };
}

export function entryView<K extends ViewKind>(kind: K, replica: Replica, mutator: Mutator): EntryView<K> {
  return { ...editView(kind, replica, mutator), remove: (id) => mutator.remove(kind, id) };
}

export function memberView<K extends ViewKind>(kind: K, replica: Replica, mutator: Mutator): MemberView<K> {
  return {
    ...readView(kind, replica),
    create: (fields) => mutator.create(kind, fields as JsonObject), // checked by the mutator
    remove: (id) => mutator.remove(kind, id),
  };
}

async function inputsFor({ kind, documentId }: Scope, replica: Replica): Promise<SignoffInputs> {
  if (!resourceOf(kind).deriveAround) return noInputs;
  const [versions, documents] = await Promise.all([
    replica.list({ kind: 'version', documentId }),
    replica.list({ kind: 'document' }),
  ]);
  return { versions, documents };
}

function watchInputs({ kind, documentId }: Scope, replica: Replica): Observable<SignoffInputs> {
  if (!resourceOf(kind).deriveAround) return of(noInputs);
  return combineLatest([replica.watch({ kind: 'version', documentId }), replica.watch({ kind: 'document' })]).pipe(
    map(([versions, documents]) => ({ versions, documents })),
  );
}

function scopeOf(kind: ViewKind, { document_id: documentId }: JsonObject): Scope {
  return typeof documentId === 'string' ? { kind, documentId } : { kind };
}

function sameList(a: readonly JsonObject[], b: readonly JsonObject[]): boolean {
  return a.length === b.length && a.every((record, i) => sameRecord(record, b[i]));
}

function sameRecord(a: JsonObject, b: JsonObject | undefined): boolean {
  return a === b || (a['rev'] === b?.['rev'] && sameJson(a, b));
}
