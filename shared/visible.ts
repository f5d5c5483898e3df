/**
 * What of a record an actor may see (contract, Confidential): one place for every door, so that REST and sync cannot differ. Most kinds
 * are for everybody of the organisation; the others say themselves what they keep back and from whom.
 */
import { may, readingOf, type Actor } from './model/access.ts';
import { isJsonObject, type Json } from './base/json.ts';
import type { Body } from './model/record.ts';
import type { Resource } from './model/resource.ts';
import { resources } from './resources/index.ts';

type Viewer = Pick<Actor, 'role' | 'scopes'>;

/** Whether this actor is sent records of the kind at all. */
export function mayRead(kind: string, viewer: Viewer): boolean {
  const resource = known(kind);
  return !resource || may(viewer, resource.readPermission ?? readingOf(resource.permission));
}

/** Whether a body of the kind may read differently to different people. */
export function isGuarded(kind: string): boolean {
  return kind === 'conflict' || known(kind)?.confidential !== undefined;
}

/** The body without what is not for this actor's eyes. */
export function visibleBody(kind: string, body: Body, viewer: Viewer): Body {
  if (kind === 'conflict') return visibleConflict(body, viewer);
  const { confidential } = known(kind) ?? {};
  return !confidential || may(viewer, confidential.permission) ? body : withheld(body, confidential.fields);
}

/** A command that was refused, as somebody else than its author may read it. Its fields were never checked. */
export function visibleCommand<Command extends Json>(command: Command, viewer: Viewer): Command {
  if (!isJsonObject(command)) return command;
  const kind = String(command['kind']);
  const shown: Record<string, Json> = {};
  for (const [name, value] of Object.entries(command)) {
    const holdsFields = name === 'set' || name === 'was' || name === 'args';
    if (!holdsFields) shown[name] = value ?? null;
    else if (mayRead(kind, viewer))
      shown[name] = isJsonObject(value) ? visibleBody(kind, value, viewer) : (value ?? null);
  }
  return shown as Command; // some of its own members
}

/** A conflict holds values of another record: what is kept back there is kept back here. */
function visibleConflict(body: Body, viewer: Viewer): Body {
  const kind = String(body['record_kind']);
  const { confidential } = known(kind) ?? {};
  const field = String(body['field']);
  const isOpen =
    !confidential ||
    may(viewer, confidential.permission) ||
    !(Object.hasOwn(confidential.fields, field) || field === '(removed)');
  return mayRead(kind, viewer) && isOpen ? body : { ...body, was: null, theirs: null, mine: null };
}

function withheld(body: Body, fields: Readonly<Record<string, true | readonly string[]>>): Body {
  const shown: Record<string, Json> = {};
  for (const [name, value = null] of Object.entries(body)) {
    const members = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (members === undefined) shown[name] = value;
    else shown[name] = members !== true && Array.isArray(value) ? value.map((entry) => without(entry, members)) : null;
  }
  return shown;
}

function without(entry: Json, members: readonly string[]): Json {
  if (!isJsonObject(entry)) return null;
  return { ...entry, ...Object.fromEntries(members.map((member) => [member, null])) };
}

function known(kind: string): Resource | undefined {
  return Object.hasOwn(resources, kind) ? resources[kind as keyof typeof resources] : undefined; // just checked
}
