/**
 * Everything the system asks about a kind of record. A new kind is one file in `resources/` and one line in its registry:
 * validation at every door, merging, business rules, events and the REST shapes all follow from it.
 */
import type * as z from 'zod';
import type { Actor, Permission } from './access.ts';
import {
  declarationsOf,
  schemaOf,
  type BodyOf,
  type Field,
  type Fields,
  type Policy,
  type ShapeOf,
} from './declared-fields.ts';
import type { DomainEvent } from './event.ts';
import type { JsonObject } from '../base/json.ts';
import type { Notice } from './notice.ts';
import type { Body, Columns, StoredRecord } from './record.ts';
import type { Settings } from './settings.ts';

/** What a rule may look at. On the server it is the locked state of the transaction, on a device the replica. */
export interface World {
  readonly now: string;
  readonly actor: Actor;
  /** `sync` = a device made the change earlier, perhaps offline, and it arrives now. */
  readonly origin: 'rest' | 'sync';
  /** True on a device itself, which holds only what was sent to it: what is unknown there may still exist. */
  readonly isReplica?: true;
  /** Of the organisation. */
  readonly settings: Settings;
  readonly newId: () => string;
  /** What the record was created from (see originHash), for telling a repeat from a clash. */
  createdFrom(id: string): string | undefined;
  /** A number that never repeats in the organisation; null on a device, which cannot know it. */
  serial(): number | null;
  record(id: string): StoredRecord | undefined;
  /** The live records of a kind that belong to a document, in order. Only kinds named by `reads` are there. */
  children(documentId: string, kind: string): readonly StoredRecord[];
  /** All live records of a kind that `reads` names whole. */
  all(kind: string): readonly StoredRecord[];
}

/** A record that an action writes besides its own, such as the version that an approval freezes. */
export interface Draft {
  readonly kind: string;
  readonly id: string;
  readonly body: Body;
  /** The record goes. */
  readonly deleted?: boolean;
}

export interface ActionOutcome<B> {
  readonly after: B;
  readonly also?: readonly Draft[];
}

/** A change as the event rules see it. */
export interface Change<B> {
  readonly id: string;
  readonly op: 'create' | 'patch' | 'remove' | 'act';
  readonly action: string | null;
  readonly before: B | null;
  readonly after: B | null;
  readonly world: World;
}

export interface Action<B> {
  /** Where it is not the kind's own. */
  readonly permission?: Permission;
  readonly args: z.ZodType<JsonObject, JsonObject>;
  run(before: B, args: JsonObject, world: World, id: string): ActionOutcome<B>;
}

/** How a kind's own file describes it: `B` is the body that its fields yield. */
export interface Definition<Declared extends Fields, B = BodyOf<Declared>> {
  readonly kind: string;
  /** What it takes to create, change or remove a record of this kind. */
  readonly permission: Permission;
  /** The same at the door of devices, where it is another. */
  readonly devicePermission?: Permission;
  /** Goes to devices. */
  readonly replicates: boolean;
  /** What it takes to be sent records of this kind; absent = the reading of the area of its `permission`. */
  readonly readPermission?: Permission;
  /** What is kept back from everybody who may read the kind but lacks this permission (shared/visible.ts). */
  readonly confidential?: Confidential;
  /** Nobody is named as the author of such a record, neither in it nor in the audit log. */
  authorless?(body: B): boolean;
  /** The column in which the records that belong to one of this kind name it. */
  readonly idColumn?: 'project_id' | 'site_id' | 'document_id' | 'contractor_id';
  /** The record that this one is about, whose project it shares. */
  about?(body: B): string | null;
  /** Which column makes it part of what a contractor sees; absent = the document that it belongs to. */
  readonly contractorAccess?: 'contractor_id' | 'project_id' | 'site_id' | 'everybody';
  /** Tokens act as one of this kind: they are revoked once it is inactive. */
  readonly holdsTokens?: boolean;
  /** It repeats values of another record, which are shown to those who may read them there. */
  readonly quotes?: Quotes;
  /** A file comes with it, and says what only the server can check. */
  readonly hasFile?: boolean;
  /** The device seals it, so a command that is edited is sealed again. */
  readonly sealed?: boolean;
  /** Sent by devices before other work. */
  readonly urgency?: Urgency;
  /** What a device may drop of it; absent = nothing, unless it belongs to a document that goes. */
  readonly retention?: Retention<B>;
  /** The field that lists of it are sorted by; absent = the time of creation. */
  readonly readingOrder?: string;
  /** Read-only fields worked out from the body and the document around it. */
  deriveAround?(body: B, around: Around): JsonObject;
  /** A job row is queued with each new record. */
  readonly queued?: boolean;
  readonly fields: Declared;
  /** Of a kind whose records are entries of a document. */
  readonly entry?: EntryOfContent;
  columns(body: B): Columns;
  /** Records that the rules read besides the target: ids, and whole sets of a document's children. */
  reads?(body: Readonly<Partial<B>>, id: string, action: string | null, asked: Asked): Reads;
  /** `columns` has everything that `reads` looks at, under the same names: no body has to be parsed for it. */
  readonly readsColumns?: true;
  /** The body as the server will hold it, or a thrown Problem. `before` is null for a new record. */
  admit(before: B | null, after: B, world: World, id: string): B;
  /** Throws where the record may not be removed. Absent: it never may. */
  admitRemoval?(before: B, world: World): void;
  readonly actions?: Readonly<Record<string, Action<B>>>;
  events(change: Change<B>): readonly DomainEvent[];
  /** What people of the organisation are told of it. */
  notices?(change: Change<B>): readonly Notice[];
  /** The document that counts as edited when this record changes. */
  touches?(body: B): string | null;
  /** The body after somebody changed an entry of it; the same body where that leaves no trace. */
  edited?(body: B, actor: Actor): B;
  /** Read-only fields worked out from the body, for people and programs that read it. */
  derive?(body: B): JsonObject;
}

/** How entries of a kind are held in the content of their document. */
export interface EntryOfContent {
  /** The member of the content that lists them. */
  readonly member: string;
  /** The field that names an entry to people. */
  readonly named: string;
  /** Whether people work by this entry, so that a change of it needs a new briefing. Absent: they do. */
  readonly isSignificant?: (entry: JsonObject) => boolean;
}

/** Names of fields: of those that say the kind and the field of the other record, and of those that hold its values. */
export interface Quotes {
  readonly kind: string;
  readonly field: string;
  readonly values: readonly string[];
}

export interface Urgency {
  /** Lower goes first; kinds without urgency go last. */
  readonly rank: number;
  /** Not before actions on records of this kind that were taken earlier. */
  readonly afterActionsOn?: string;
}

export interface Retention<B = Body> {
  /** It goes together with all that belongs to it: a document without some of its hazards would mislead. */
  readonly whole?: boolean;
  /** Evidence that the server has: the first to go where there is too much. */
  readonly evidence?: boolean;
  /** Dropped when it is older than the limit that the app sets (`keep`). */
  readonly expires?: 'signoff_days';
  /** The version of its document that it was made for. */
  readonly forVersion?: (body: B) => number;
  /** Its own version number where it was superseded: dropped once nothing on the device was made for it or an earlier one. */
  readonly supersededVersion?: (body: B) => number | null;
}

/** What is known of the document that a record belongs to; undefined where it is not at hand. */
export interface Around {
  readonly versionState?: string | undefined;
  readonly documentStatus?: string | undefined;
}

export interface Confidential {
  readonly permission: Permission;
  /** Fields that read null, or members that read null in each entry of a list. */
  readonly fields: Readonly<Record<string, true | readonly string[]>>;
}

/** What else decides what a rule reads: the arguments of an action, unchecked, and the organisation's settings. */
export interface Asked {
  readonly args: JsonObject;
  readonly settings: Settings;
}

export interface Reads {
  readonly ids?: readonly (string | null | undefined)[];
  /** Kinds of which an organisation has few, whole. */
  readonly kinds?: readonly string[];
  readonly children?: readonly { readonly documentId: string; readonly kinds: readonly string[] }[];
}

/** A kind as everything outside its file sees it: the body is only JSON. */
export interface Resource extends Omit<
  Definition<Fields, Body>,
  'fields' | 'actions' | 'columns' | 'admit' | 'events' | 'notices' | 'authorless' | 'retention'
> {
  readonly fields: Readonly<Record<string, Field>>;
  readonly schema: z.ZodObject;
  /** Of a change: any fields. Made once, because zod compiles each schema at its first use. */
  readonly patchSchema: z.ZodObject;
  /** Field names that a caller may set. */
  readonly writable: { readonly create: readonly string[]; readonly patch: readonly string[] };
  readonly policies: Readonly<Record<string, Policy>>;
  readonly actions: Readonly<Record<string, Action<Body>>>;
  columns(body: Body): Columns;
  admit(before: Body | null, after: Body, world: World, id: string): Body;
  events(change: Change<Body>): readonly DomainEvent[];
  notices?(change: Change<Body>): readonly Notice[];
  authorless?(body: Body): boolean;
  readonly retention?: Retention;
}

/** The id in that column: a project is in the project that it is. */
export function idIn(
  column: 'project_id' | 'site_id' | 'document_id' | 'contractor_id',
  { idColumn }: Pick<Resource, 'idColumn'>,
  row: Columns & { readonly id: string },
): string | null {
  return idColumn === column ? row.id : (row[column] ?? null);
}

/** With the schema's own members: as part of a `Resource` it is only some schema. */
type Defined<Declared extends Fields> = Resource & { readonly schema: z.ZodObject<ShapeOf<Declared>> };

export function defineResource<Declared extends Fields>(definition: Definition<Declared>): Defined<Declared> {
  const fields = declarationsOf(definition.fields);
  const policies = Object.fromEntries(Object.entries(fields).map(([name, { merge }]) => [name, merge]));
  const schema = schemaOf(definition.fields);
  const writable = { create: writableIn(policies, 'create'), patch: writableIn(policies, 'patch') };
  const derived = { fields, policies, schema, patchSchema: schema.partial(), writable };
  // Every body that reaches the kind's functions was parsed by its own schema, so `Body` is that type there.
  return { actions: {}, ...definition, ...derived } as unknown as Defined<Declared>;
}

export type EntryResource = Resource & { readonly entry: EntryOfContent };

/** A kind whose records are entries of a document. */
export function defineEntry<Declared extends Fields>(
  definition: Definition<Declared> & { readonly entry: EntryOfContent },
): Defined<Declared> & EntryResource {
  return { ...defineResource(definition), entry: definition.entry };
}

function writableIn(policies: Readonly<Record<string, Policy>>, op: 'create' | 'patch'): string[] {
  return Object.keys(policies).filter((field) => {
    const policy = policies[field];
    return policy !== 'system' && (op === 'create' || policy !== 'immutable');
  });
}

/** Field names that a caller may set, in a create or in a patch. */
export function writableFields({ writable }: Resource, op: 'create' | 'patch'): readonly string[] {
  return writable[op];
}
