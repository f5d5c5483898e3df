/**
 * What one command does to one world: the pure core of every write. The server runs it on locked state and stores the decision; a device
 * runs it on its replica to refuse an invalid edit at once. No clock, randomness or storage.
 */
import type * as z from 'zod';
import { requirePermission, systemActorId } from './model/access.ts';
import { canonicalHash } from './crypto/canonical.ts';
import type { Act, Command, Create, Patch, Remove } from './model/command.ts';
import type { DomainEvent } from './model/event.ts';
import { isJsonObject, type Json, type JsonObject } from './base/json.ts';
import { mergeFields, removal, type FieldConflict, type FieldMerge, type Merged } from './merge/merge.ts';
import type { Notice } from './model/notice.ts';
import { Problem } from './model/problem.ts';
import type { Body, StoredRecord } from './model/record.ts';
import { writableFields, type Action, type Draft, type Resource, type World } from './model/resource.ts';
import { resourceOf } from './resources/index.ts';
import { seenOf } from './crypto/body-digest.ts';
import { parse } from './model/validation.ts';

export interface Decision {
  readonly status: 'applied' | 'merged' | 'noop';
  /** The records to write; the first is the target of the command. Empty for a noop. */
  readonly writes: readonly (Draft & { readonly deleted: boolean })[];
  readonly conflicts: readonly FieldConflict[];
  /** What was merged by itself. */
  readonly merges: readonly FieldMerge[];
  readonly events: readonly DomainEvent[];
  readonly notices: readonly Notice[];
  /** The document that counts as edited with this change. */
  readonly touches: string | null;
}

const noop: Decision = {
  status: 'noop',
  writes: [],
  conflicts: [],
  merges: [],
  events: [],
  notices: [],
  touches: null,
};

/** Throws a Problem if the command is refused; nothing has changed then. */
export function decide(command: Command, world: World): Decision {
  const resource = resourceOf(command.kind);
  const current = world.record(command.id);
  if (current && current.kind !== command.kind)
    throw new Problem('id_conflict', 'The id belongs to a record of another kind.');
  requirePermission(
    world.actor,
    (command.op === 'act' ? actionOf(resource, command.action)?.permission : undefined) ??
      (world.origin === 'sync' ? resource.devicePermission : undefined) ??
      resource.permission,
  );
  if (command.op === 'create') return create(resource, command, current, world);
  if (!current) throw new Problem('not_found', `There is no ${resource.kind} with this id.`);
  if (command.expectRev !== undefined && command.expectRev !== current.rev)
    throw new Problem('precondition_failed', 'The record has changed since it was read.', {
      members: { current_etag: `"r${current.rev}"` },
    });
  if (command.op === 'patch') return patch(resource, command, current, world);
  if (command.op === 'remove') return remove(resource, command, current, world);
  return act(resource, command, current, world);
}

/** The same for every repeat of a create, whatever the order of its members. The position in a list does not count. */
export function originHash({ kind, origin, set: { sort_key: _place, ...set } }: Create): string {
  return origin ?? canonicalHash({ kind, set });
}

function create(resource: Resource, command: Create, current: StoredRecord | undefined, world: World): Decision {
  if (current) {
    if (world.createdFrom(command.id) === originHash(command)) return noop;
    throw new Problem('id_conflict', 'The id is in use for a record with other content.');
  }
  const asked = pick(command.set, writableFields(resource, 'create'));
  const body = admitted(resource, null, parseBody(resource.schema, asked), world, command.id);
  return decision(resource, command, null, body, 'applied', world);
}

function patch(resource: Resource, command: Patch, current: StoredRecord, world: World): Decision {
  if (command.restores) return restore(resource, command, current, world);
  const fields = writableFields(resource, 'patch');
  requireChangeable(resource, command, fields, world);
  const set = parsePatch(resource, pick(command.set, fields));
  if (current.deleted) return revive(resource, command, current, set, world);
  const merged = mergeFields(
    resource.policies,
    current.body,
    set,
    command.was && pick(command.was, fields),
    resource.fits,
  );
  if (Object.keys(merged.set).length === 0 && merged.conflicts.length === 0) return noop;
  const body = admitted(resource, current.body, patched(resource, current.body, merged), world, command.id);
  // Every current value was kept, so only the conflict is new: the record does not change, and there is no event.
  if (Object.keys(merged.set).length === 0) return { ...noop, status: 'merged', conflicts: merged.conflicts };
  const status = merged.rebased ? 'merged' : 'applied';
  return decision(resource, command, current.body, body, status, world, merged);
}

/** A device's patch of read-only fields alone is refused, so that the device learns of it. A REST client may send back what it has read. */
function requireChangeable(resource: Resource, { set }: Patch, fields: readonly string[], world: World): void {
  const asked = Object.keys(set);
  if (world.origin === 'rest' || asked.length === 0 || asked.some((field) => fields.includes(field))) return;
  throw new Problem('forbidden', `${asked.join(', ')} of a ${resource.kind} cannot be edited.`);
}

/** A device edited a record that was removed meanwhile: the edit wins, and both people are told of the conflict. */
function revive(resource: Resource, command: Patch, current: StoredRecord, set: JsonObject, world: World): Decision {
  if (world.origin === 'rest' || !resource.admitRemoval)
    throw new Problem('not_found', `The ${resource.kind} was removed.`);
  // The position in a list does not count as content: moving a removed record changes nothing.
  if (Object.keys(set).every((field) => resource.policies[field] === 'order')) return noop;
  // Others may have edited the record before it was removed.
  const merged = mergeFields(resource.policies, current.body, set, command.was, resource.fits);
  const body = admitted(resource, current.body, patched(resource, current.body, merged), world, command.id);
  const conflict = {
    field: removal,
    was: current.body,
    theirs: null,
    mine: body,
    kept: 'mine',
    proposal: null,
  } as const;
  const kept = { conflicts: [conflict, ...merged.conflicts], merges: merged.merges };
  return decision(resource, command, current.body, body, 'merged', world, kept);
}

/** Takes a removal back. */
function restore(resource: Resource, command: Patch, current: StoredRecord, world: World): Decision {
  if (!current.deleted) return noop;
  if (!resource.admitRemoval) throw new Problem('forbidden', `A ${resource.kind} is never removed.`);
  const body = admitted(resource, current.body, current.body, world, command.id);
  return decision(resource, command, current.body, body, 'applied', world);
}

function remove(resource: Resource, command: Remove, current: StoredRecord, world: World): Decision {
  if (current.deleted) {
    if (world.origin === 'sync') return noop;
    throw new Problem('not_found', `The ${resource.kind} was removed.`);
  }
  const isExpired = world.actor.id === systemActorId && resource.hasEnded?.(current.body);
  if (!isExpired && !resource.admitRemoval) throw new Problem('forbidden', `A ${resource.kind} is never removed.`);
  resource.admitRemoval?.(current.body, world);
  if (isOverrun(command, current)) {
    const kept = {
      field: removal,
      was: null,
      theirs: current.body,
      mine: null,
      kept: 'theirs',
      proposal: null,
    } as const;
    return { ...noop, status: 'merged', conflicts: [kept] };
  }
  return decision(resource, command, current.body, null, 'applied', world);
}

/** The record has changed since the author of the removal saw it. */
function isOverrun({ seen, base_rev: baseRev }: Remove, { rev, body }: StoredRecord): boolean {
  return seen === undefined ? baseRev !== undefined && baseRev < rev : seen !== seenOf(body);
}

function act(resource: Resource, command: Act, current: StoredRecord, world: World): Decision {
  const action = actionOf(resource, command.action);
  if (!action || current.deleted)
    throw new Problem('invalid_transition', `A ${resource.kind} has no action “${command.action}”.`);
  const { after, also } = action.run(current.body, parse(action.args(), command.args), world, command.id);
  // What is so already stays as it is.
  if (after === current.body && !also) return noop;
  return {
    ...decision(resource, command, current.body, after, 'applied', world),
    ...(also ? addWrites(after, command, also) : {}),
  };
}

/** Looks at own properties only: a name such as `constructor` is no action. */
function actionOf({ actions }: Resource, name: string): Action<Body> | undefined {
  return Object.hasOwn(actions, name) ? actions[name] : undefined;
}

function addWrites(after: Body, { kind, id }: Act, also: readonly Draft[]): Pick<Decision, 'writes'> {
  return { writes: [{ kind, id, body: after }, ...also].map((draft) => ({ deleted: false, ...draft })) };
}

function decision(
  resource: Resource,
  command: Command,
  before: Body | null,
  after: Body | null,
  status: Decision['status'],
  world: World,
  { conflicts, merges }: Pick<Decision, 'conflicts' | 'merges'> = noop,
): Decision {
  const action = command.op === 'act' ? command.action : null;
  const change = { id: command.id, op: command.op, action, before, after, world };
  const body = after ?? before ?? {};
  return {
    status,
    writes: [{ kind: command.kind, id: command.id, body, deleted: after === null }],
    conflicts,
    merges,
    events: resource.events(change),
    notices: resource.notices?.(change) ?? [],
    touches: resource.touches?.(body) ?? null,
  };
}

function admitted(resource: Resource, before: Body | null, after: Body, world: World, id: string): Body {
  return resource.admit(before, after, world, id);
}

function parseBody(schema: z.ZodObject, body: JsonObject): Body {
  return parse(schema, body) as Body; // schemas of kinds only describe JSON
}

/** The current body and the requested values were validated before; only a value merged from two changes needs another validation. */
function patched({ schema }: Resource, current: Body, { set, rebased }: Merged): Body {
  const plain = !rebased && isPlain(schema) ? inSchemaOrder(schema, current, set) : null;
  return plain ?? parseBody(schema, { ...current, ...set });
}

/** The body as the schema would yield it; null if the schema would add a value. */
function inSchemaOrder({ shape }: z.ZodObject, current: Body, set: JsonObject): Body | null {
  const body: Record<string, Json> = {};
  for (const field of Object.keys(shape)) {
    const value = Object.hasOwn(set, field) ? set[field] : current[field];
    if (value !== undefined) body[field] = value;
    else if (!mayBeAbsent(shape[field])) return null;
  }
  return body;
}

/** Without checks across fields, and without rules for unnamed fields. */
function isPlain({ def }: z.ZodObject): boolean {
  return def.catchall === undefined && (def.checks ?? []).length === 0;
}

const absentBySchema = new WeakMap<object, boolean>();

function mayBeAbsent(field: z.core.$ZodType | undefined): boolean {
  if (field === undefined) return false;
  const known = absentBySchema.get(field);
  if (known !== undefined) return known;
  const result = (field as z.ZodType).safeParse(undefined); // shapes of kinds are made of zod's classic types
  const may = result.success && result.data === undefined;
  absentBySchema.set(field, may);
  return may;
}

function parsePatch(resource: Resource, set: JsonObject): JsonObject {
  // Defaults are for new records; in a patch an absent field does not change.
  const parsed = parse(resource.patchSchema, set) as JsonObject; // schemas of kinds only describe JSON
  return pick(parsed, Object.keys(set));
}

function pick(from: JsonObject, fields: readonly string[]): JsonObject {
  const picked: Record<string, Json> = {};
  if (!isJsonObject(from)) return picked;
  for (const field of fields) if (Object.hasOwn(from, field)) picked[field] = from[field] as Json; // own properties only
  return picked;
}
