/** Typed views, one for each kind: read, watch, and write where the kind allows. RxDB's own types stay inside. */
import { combineLatest, defer, distinctUntilChanged, map, of, type Observable } from 'rxjs';
import { sameJson } from '../shared/crypto/canonical.ts';
import type { JsonObject } from '../shared/base/json.ts';
import type { Mutator } from './write/mutator.ts';
import type { FieldsByKind, Shown, ViewKind } from './view/kinds.ts';
import { isEntryKind } from './view/present.ts';
import type { Scope } from './disk/records.ts';
import type { Replica } from './view/replica.ts';
import { noInputs, ViewProjection, shownOf, type SignoffInputs } from './view/view-projection.ts';

/** Every field named must equal its value; `document_id` is looked up, the rest is filtered. */
export type Filter<K extends ViewKind> = Readonly<Partial<Shown<K>>>;

export interface ReadView<K extends ViewKind> {
  /** Undefined where there is none, or it was removed. */
  get(id: string): Promise<Shown<K> | undefined>;
  /** Entries in their order, versions by number, everything else oldest first. */
  find(filter?: Filter<K>): Promise<readonly Shown<K>[]>;
  /** The list now and after every change of it, made here or elsewhere. */
  watch(filter?: Filter<K>): Observable<readonly Shown<K>[]>;
}

export interface EditView<K extends ViewKind> extends ReadView<K> {
  /** Stored when it resolves, to the new record's id; throws a Problem where the fields are wrong. */
  create(fields: Readonly<Partial<FieldsByKind[K]>> & { readonly id?: string }): Promise<string>;
  /** Changes the fields named. `seen` = the record as the person had it on the screen, where a form was open for long. */
  patch(id: string, fields: Readonly<Partial<FieldsByKind[K]>>, seen?: Shown<K>): Promise<void>;
}

export interface EntryView<K extends ViewKind> extends EditView<K> {
  /** An edit that somebody else made meanwhile keeps the record; both then show as a conflict. */
  remove(id: string): Promise<void>;
}

export function readView<K extends ViewKind>(kind: K, replica: Replica): ReadView<K> {
  const view: Reader = {
    get: async (id) => {
      const standing = await replica.record(id);
      if (!standing || standing.kind !== kind || standing.deleted) return undefined;
      const scope = scopeOf(kind, standing.body);
      const list = isEntryKind(kind) && !standing.isOrphan ? await replica.list(scope) : [standing];
      return shownOf(list, await around(scope, replica), { id })[0];
    },
    find: async (filter = {}) => {
      const scope = scopeOf(kind, filter);
      return shownOf(await replica.list(scope), await around(scope, replica), filter);
    },
    watch: (filter = {}) => {
      const scope = scopeOf(kind, filter);
      return defer(() => {
        const projection = new ViewProjection(filter);
        return combineLatest([replica.watch(scope), watchAround(scope, replica)]).pipe(
          map(([list, others]) => projection.update(list, others)),
          distinctUntilChanged(sameList),
        );
      });
    },
  };
  // What is shown is a body of this kind, with the envelope and the derived fields that `present` puts around it.
  return view as unknown as ReadView<K>;
}

/** A view before its records get their types. */
interface Reader {
  get(id: string): Promise<JsonObject | undefined>;
  find(filter?: JsonObject): Promise<readonly JsonObject[]>;
  watch(filter?: JsonObject): Observable<readonly JsonObject[]>;
}

export function editView<K extends ViewKind>(kind: K, replica: Replica, mutator: Mutator): EditView<K> {
  return {
    ...readView(kind, replica),
    // What does not fit the kind's schema is thrown back by `create` and `patch` themselves.
    create: (fields) => mutator.create(kind, fields as JsonObject),
    patch: (id, fields, seen) => mutator.patch(kind, id, fields as JsonObject, seen as JsonObject | undefined),
  };
}

export function entryView<K extends ViewKind>(kind: K, replica: Replica, mutator: Mutator): EntryView<K> {
  return { ...editView(kind, replica, mutator), remove: (id) => mutator.remove(kind, id) };
}

async function around({ kind, documentId }: Scope, replica: Replica): Promise<SignoffInputs> {
  if (kind !== 'signoff') return noInputs;
  const [versions, documents] = await Promise.all([
    replica.list({ kind: 'version', documentId }),
    replica.list({ kind: 'document' }),
  ]);
  return { versions, documents };
}

function watchAround({ kind, documentId }: Scope, replica: Replica): Observable<SignoffInputs> {
  if (kind !== 'signoff') return of(noInputs);
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
