/**
 * Everything the system asks about a kind of record. A new kind is one file in `resources/` and one line in its registry:
 * validation at every door, merging, business rules, events and the REST shapes all follow from it.
 */
import type * as z from 'zod';
import type { Actor, Permission } from './access.ts';
import type { DomainEvent } from './event.ts';
import type { JsonObject } from '../base/json.ts';
import type { Notice } from './notice.ts';
import type { Body, Columns, StoredRecord } from './record.ts';
import type { Settings } from './settings.ts';

/**
 * What happens when two people changed the same field: `server` the first reconciled stays; `higher` and `lower` the safer
 * number stands; `set-by-id` lists merge by the ids of their entries; `text` lines merge; `order` the later place stands;
 * `immutable` never changes; `guarded` changes by actions and the server's own rules alone.
 */
export type Policy = 'server' | 'higher' | 'lower' | 'set-by-id' | 'text' | 'order' | 'immutable' | 'guarded';

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

/** How a kind's own file describes it: `B` is the body that its schema yields. */
export interface Definition<Shape extends z.ZodRawShape, B = z.infer<z.ZodObject<Shape>>> {
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
  /** A job row is queued with each new record. */
  readonly queued?: boolean;
  readonly schema: z.ZodObject<Shape>;
  readonly policies: Readonly<Record<keyof Shape, Policy>>;
  columns(body: B): Columns;
  /** Records that the rules read besides the target: ids, and whole sets of a document's children. */
  reads?(body: Readonly<Partial<B>>, id: string, action: string | null, asked: Asked): Reads;
  /** All that `reads` looks at stands in `columns` too, under the same names: no body has to be parsed for it. */
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
  Definition<z.ZodRawShape, Body>,
  'schema' | 'policies' | 'actions' | 'columns' | 'admit' | 'events' | 'notices' | 'authorless'
> {
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
}

export function defineResource<Shape extends z.ZodRawShape>(
  definition: Definition<Shape>,
): Resource & { readonly schema: z.ZodObject<Shape> } {
  // Every body that reaches these functions was parsed by this kind's own schema, so `Body` is that type here.
  const writable = {
    create: writableIn(definition.policies, 'create'),
    patch: writableIn(definition.policies, 'patch'),
  };
  return { actions: {}, ...definition, patchSchema: definition.schema.partial(), writable } as unknown as Resource & {
    readonly schema: z.ZodObject<Shape>;
  };
}

function writableIn(policies: Readonly<Record<string, Policy>>, op: 'create' | 'patch'): string[] {
  return Object.keys(policies).filter((field) => {
    const policy = policies[field];
    return policy !== 'guarded' && (op === 'create' || policy !== 'immutable');
  });
}

/** Field names that a caller may set, in a create or in a patch. */
export function writableFields({ writable }: Resource, op: 'create' | 'patch'): readonly string[] {
  return writable[op];
}
