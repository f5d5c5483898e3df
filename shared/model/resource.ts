/**
 * The definition of a kind of record. A new kind is one file in `resources/` and one line in the registry: validation, merging, business
 * rules, events and the REST shapes all derive from it.
 */
import type * as z from 'zod';
import type { Actor, Permission, Person } from './access.ts';
import {
  declarationsOf,
  schemaOf,
  type BodyOf,
  type Field,
  type Fields,
  type Policy,
  type ShapeOf,
} from './declared-fields.ts';
import { once } from '../base/once.ts';
import type { DomainEvent } from './event.ts';
import type { Json, JsonObject } from '../base/json.ts';
import type { Notice } from './notice.ts';
import type { Body, Columns, StoredRecord } from './record.ts';
import type { Asked, Reads } from './reads.ts';
import type { Settings } from './settings.ts';

/** Everything a rule may read. On the server it is the locked state of the transaction, on a device the replica. */
export interface World {
  readonly now: string;
  /** Whose token it is: permissions are its own. */
  readonly actor: Actor;
  /** Who made the change, as records name them. Differs from the actor if a device sent it with the token of somebody else. */
  readonly author: Person;
  /** `sync` = a device made the change earlier, perhaps offline, and it arrives now. */
  readonly origin: 'rest' | 'sync';
  /** True on a device, which holds only what it was sent: a record that is unknown there may still exist. */
  readonly isReplica?: true;
  /** The organisation's settings. */
  readonly settings: Settings;
  /** Where its days begin (IANA); null = in UTC. */
  readonly timezone: string | null;
  readonly newId: () => string;
  /** What the record was created from (see originHash), to tell a repeat from an id conflict. */
  createdFrom(id: string): string | undefined;
  /** A number that is unique in the organisation; null on a device, which cannot know it. */
  serial(): number | null;
  record(id: string): StoredRecord | undefined;
  /** The live records of a kind that belong to a document, in order. Only the kinds named by `reads` are loaded. */
  children(documentId: string, kind: string): readonly StoredRecord[];
  /** Whether another record has this digest; `reads` must name it. False on a device, which cannot know. */
  hasDigest(digest: string): boolean;
  /** All live records of a kind that `reads` requests as a whole. */
  all(kind: string): readonly StoredRecord[];
  /** What live records need this site; `reads` must name it. Empty on a device, which may lack them. */
  needing(siteId: string): readonly NeededSite[];
}

/** A record that an action writes beside its own, such as the version that an approval freezes. */
export interface Draft {
  readonly kind: string;
  readonly id: string;
  readonly body: Body;
  /** Removes the record. */
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
  /** The kind, if it is another than the rule's own. */
  readonly permission?: Permission;
  readonly args: () => z.ZodType<JsonObject, JsonObject>;
  /** The arguments that say what the person who acts has seen; a device fills them in from its replica. */
  seen?(before: B, id: string, world: World): JsonObject;
  run(before: B, args: JsonObject, world: World, id: string): ActionOutcome<B>;
}

/** The definition as a kind's file writes it; `B` is the body that its fields yield. */
export interface Definition<Declared extends Fields, B = BodyOf<Declared>> {
  readonly kind: string;
  /** Permission to create, change or remove records of this kind. */
  readonly permission: Permission;
  /** The permission for changes by devices, if it differs. */
  readonly devicePermission?: Permission;
  /** Synced to devices. */
  readonly replicates: boolean;
  /** Permission to receive records of this kind; absent = the read permission of the area of `permission`. */
  readonly readPermission?: Permission;
  /** What notices call a record of the kind in `resourceType`; absent = the kind. */
  readonly noticedAs?: string;
  /** What is hidden from readers of the kind who lack this permission (shared/visible.ts). */
  readonly confidential?: Confidential;
  /** The site that stays in its project because of the record, and the project that this names itself. */
  needsSite?(body: B): NeededSite | null;
  /** The author of such a record stays anonymous, both in the record and in the audit log. */
  authorless?(body: B): boolean;
  /** The column by which other records refer to a record of this kind as their parent. */
  readonly idColumn?: 'project_id' | 'site_id' | 'document_id' | 'contractor_id';
  /** The record that this one is about, and whose project it shares. */
  about?(body: B): string | null;
  /** The column that makes it part of what a contractor sees; absent = its document decides. */
  readonly contractorAccess?: 'contractor_id' | 'project_id' | 'site_id' | 'everybody';
  /** Tokens act as records of this kind, and are revoked when the record becomes inactive. */
  readonly holdsTokens?: boolean;
  /** Repeats values of another record, which are visible to those who may read that record. */
  readonly quotes?: Quotes;
  /** Comes with a file, whose properties only the server can check. */
  readonly hasFile?: boolean;
  /** Evidence that a device has its id of since it was begun, and that it may still make where it worked before it was moved. */
  readonly takenAfterMove?: boolean;
  /** Sealed by the device, so an edited command is sealed again. */
  readonly sealed?: boolean;
  /** Sent by devices before other work. */
  readonly urgency?: Urgency;
  /** When a device may evict it; absent = only together with its document. */
  readonly retention?: Retention<B>;
  /** The field that sorts lists of it; absent = the time of creation. */
  readonly readingOrder?: string;
  /** Read-only fields computed from the body and its document. */
  deriveAround?(body: B, around: Around): JsonObject;
  /** A new one is taken from a token that is limited to projects, also where it belongs to the whole organisation. */
  readonly isEvidence?: true;
  /** The server keeps it of two people's edits: at a full quota it refuses nobody's shorter text. */
  readonly isSideRecord?: true;
  /** The device that made the record, by its own word. The first one that a token names is the token's device from then on. */
  deviceOf?(body: B): string | null;
  /** Each new record queues a job. */
  readonly queued?: boolean;
  readonly fields: () => Declared;
  /** For kinds whose records are entries of a document. */
  readonly entry?: EntryOfContent;
  columns(body: B): Columns;
  /** What the rules read beside the target: records by id, and all children of a document of a kind. */
  reads?(body: Readonly<Partial<B>>, id: string, action: string | null, asked: Asked): Reads;
  /** `columns` has every member that `reads` uses, under the same names, so that no body needs parsing. */
  readonly readsColumns?: true;
  /** The body as the server will store it, or a thrown Problem. `before` is null for a new record. */
  admit(before: B | null, after: B, world: World, id: string): B;
  /** Throws if the record may not be removed. Absent: it never may. */
  admitRemoval?(before: B, world: World): void;
  /** Whether the server may remove the record once its retention is over, even where nobody else may. */
  hasEnded?(body: B): boolean;
  readonly actions?: Readonly<Record<string, Action<B>>>;
  events(change: Change<B>): readonly DomainEvent[];
  /** The notices to people of the organisation. */
  notices?(change: Change<B>): readonly Notice[];
  /** The document that counts as edited when this record changes. */
  touches?(body: B): string | null;
  /** The body after someone changed one of its entries; the same body if that changes nothing. */
  edited?(body: B, world: Pick<World, 'actor' | 'author'>): B;
  /** Read-only fields computed from the body, for display and integrations. */
  derive?(body: B): JsonObject;
}

/** How the content of a document includes its entries of this kind. */
export interface EntryOfContent {
  /** The member of the content that lists them. */
  readonly member: string;
  /** The field that serves as the name of an entry. */
  readonly named: string;
  /** Whether people rely on this entry at work, so that a change of it needs a new briefing. Absent: they do. */
  readonly isSignificant?: (entry: JsonObject) => boolean;
}

/** Field names: which fields hold the kind and the field of the other record, and which hold its values. */
export interface Quotes {
  readonly kind: string;
  readonly field: string;
  readonly values: readonly string[];
}

export interface Urgency {
  /** Lower goes first; kinds without an urgency go last. */
  readonly rank: number;
  /** Not before earlier actions on records of this kind. */
  readonly afterActionsOn?: string;
}

export interface Retention<B = Body> {
  /** Evicted together with everything that belongs to it: a document without some of its hazards would mislead. */
  readonly whole?: boolean;
  /** Evidence that the server has: evicted first if there are too many records. */
  readonly evidence?: boolean;
  /** Evicted when it is older than the app keeps sign-offs (`keep`), and not sent in a first pull. */
  readonly expires?: true;
  /** The version of its document that it refers to. */
  readonly forVersion?: (body: B) => number;
  /** Its own version number if it was superseded: evicted once no record on the device refers to it or an earlier one. */
  readonly supersededVersion?: (body: B) => number | null;
}

/** What is known of the document that a record belongs to; undefined if it is not available. */
export interface Around {
  readonly versionState?: string | undefined;
  readonly documentStatus?: string | undefined;
}

export interface Confidential {
  readonly permission: Permission;
  /** Fields shown as null, or members shown as null in each entry of a list. */
  readonly fields: Readonly<Record<string, true | readonly string[]>>;
}

export interface NeededSite {
  readonly site: string | null | undefined;
  readonly project: string | null | undefined;
  /** What people call the record; `isWork` = it is under way there. */
  readonly name: string;
  readonly isWork?: boolean;
}

/** A kind as seen from outside its own file: the body is plain JSON. */
export interface Resource extends Omit<
  Definition<Fields, Body>,
  'fields' | 'actions' | 'columns' | 'admit' | 'events' | 'notices' | 'authorless' | 'deviceOf' | 'retention'
> {
  readonly fields: Readonly<Record<string, Field>>;
  readonly schema: z.ZodObject;
  /** Schema of a patch: any subset of the fields. Created once, because zod compiles each schema at its first use. */
  readonly patchSchema: z.ZodObject;
  /** Field names that a caller may set. */
  readonly writable: { readonly create: readonly string[]; readonly patch: readonly string[] };
  readonly policies: Readonly<Record<string, Policy>>;
  /** Whether the field may have this value, apart from rules across fields. */
  readonly fits: (field: string, value: Json) => boolean;
  readonly actions: Readonly<Record<string, Action<Body>>>;
  columns(body: Body): Columns;
  admit(before: Body | null, after: Body, world: World, id: string): Body;
  events(change: Change<Body>): readonly DomainEvent[];
  notices?(change: Change<Body>): readonly Notice[];
  authorless?(body: Body): boolean;
  deviceOf?(body: Body): string | null;
  readonly retention?: Retention;
}

/** The id in that column; a project belongs to itself. */
export function idIn(
  column: 'project_id' | 'site_id' | 'document_id' | 'contractor_id',
  { idColumn }: Pick<Resource, 'idColumn'>,
  row: Columns & { readonly id: string },
): string | null {
  return idColumn === column ? row.id : (row[column] ?? null);
}

/** The schema's precise type: a `Resource` only knows it as some schema. */
type Defined<Declared extends Fields> = Resource & { readonly schema: z.ZodObject<ShapeOf<Declared>> };

export function defineResource<Declared extends Fields>(definition: Definition<Declared>): Defined<Declared> {
  const fields = once(() => declarationsOf(definition.fields()));
  const policies = once(() => Object.fromEntries(Object.entries(fields()).map(([name, { merge }]) => [name, merge])));
  const schema = once(() => schemaOf(definition.fields()));
  const patchSchema = once(() => schema().partial());
  const writable = once(() => ({ create: writableIn(policies(), 'create'), patch: writableIn(policies(), 'patch') }));
  const fits = (field: string, value: Json): boolean => fields()[field]?.type.safeParse(value).success ?? false;
  const resource = { actions: {}, ...definition, fits };
  for (const [name, get] of Object.entries({ fields, policies, schema, patchSchema, writable }))
    Object.defineProperty(resource, name, { get, enumerable: true });
  // The kind's functions only receive bodies that its own schema has parsed, so `Body` is the right type there.
  return resource as unknown as Defined<Declared>;
}

export type EntryResource = Resource & { readonly entry: EntryOfContent };

/** Defines a kind whose records are entries of a document. */
export function defineEntry<Declared extends Fields>(
  definition: Definition<Declared> & { readonly entry: EntryOfContent },
): Defined<Declared> & EntryResource {
  return defineResource(definition) as Defined<Declared> & EntryResource; // `entry` is a member of the definition
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
