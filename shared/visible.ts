/**
 * What an actor may see of a record (contract, Confidential). REST and sync share these rules, so they cannot differ. Most kinds are
 * visible to the whole organisation; the others declare what they hide and from whom.
 */
import { may, readingOf, type Actor } from './model/access.ts';
import { isJsonObject, type Json } from './base/json.ts';
import type { Body } from './model/record.ts';
import { removal } from './merge/merge.ts';
import type { Quotes } from './model/resource.ts';
import { findResource } from './resources/index.ts';

type Viewer = Pick<Actor, 'role' | 'scopes'>;

/** Whether this actor receives records of the kind at all. */
export function mayRead(kind: string, viewer: Viewer): boolean {
  const resource = findResource(kind);
  return !resource || may(viewer, resource.readPermission ?? readingOf(resource.permission));
}

/** Whether bodies of the kind may look different to different actors. */
export function isGuarded(kind: string): boolean {
  const { confidential, quotes } = findResource(kind) ?? {};
  return confidential !== undefined || quotes !== undefined;
}

/** The body with the parts hidden that this actor may not see. */
export function visibleBody(kind: string, body: Body, viewer: Viewer): Body {
  const { confidential, quotes } = findResource(kind) ?? {};
  if (quotes) return visibleQuotes(body, quotes, viewer);
  return !confidential || may(viewer, confidential.permission) ? body : withheld(body, confidential.fields);
}

/** A refused command as shown to anyone but its author. Its fields were never validated. */
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
  return shown as Command; // a subset of its own members
}

/** Values quoted from another record: what is hidden there is hidden here. */
function visibleQuotes(body: Body, quotes: Quotes, viewer: Viewer): Body {
  const kind = String(body[quotes.kind]);
  const { confidential } = findResource(kind) ?? {};
  const field = String(body[quotes.field]);
  const isOpen =
    !confidential ||
    may(viewer, confidential.permission) ||
    !(Object.hasOwn(confidential.fields, field) || field === removal);
  return mayRead(kind, viewer) && isOpen ? body : blanked(body, quotes.values);
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
  return isJsonObject(entry) ? blanked(entry, members) : null;
}

function blanked(entry: Body, members: readonly string[]): Body {
  return { ...entry, ...Object.fromEntries(members.map((member) => [member, null])) };
}
