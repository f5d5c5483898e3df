/**
 * What an actor may see of a record (contract, Confidential). REST and sync share these rules, so they cannot differ. Most kinds are
 * visible to the whole organisation; the others declare what they hide and from whom.
 */
import { may, readingOf, type Actor, type Permission } from './model/access.ts';
import { isJsonObject, type Json } from './base/json.ts';
import type { Body } from './model/record.ts';
import { removal } from './merge/merge.ts';
import type { Quotes, Resource } from './model/resource.ts';
import type { EventName } from './model/event.ts';
import { findResource, resources, type Kind } from './resources/index.ts';

type Viewer = Pick<Actor, 'role' | 'scopes'>;

/** Whether this actor receives records of the kind at all. */
export function mayRead(kind: string, viewer: Viewer): boolean {
  const resource = findResource(kind);
  return !resource || may(viewer, readPermissionOf(resource));
}

/** With the permissions to read the kinds that these permissions change: what changes a record is shown the result. */
export function withReading(scopes: readonly Permission[]): Permission[] {
  const changed = Object.values<Resource>(resources).filter(({ permission, actions }) =>
    [permission, ...Object.values(actions).map((action) => action.permission)].some(
      (each) => each !== undefined && scopes.includes(each),
    ),
  );
  return [...new Set([...scopes, ...changed.map(readPermissionOf)])];
}

/** The kind of record that each event tells of. */
const kindByEvent: Readonly<Record<EventName, Kind>> = {
  'document.created': 'document',
  'document.updated': 'document',
  'document.submitted': 'document',
  'document.approved': 'document',
  'document.rejected': 'document',
  'document.exported': 'export',
  'contractor.invited': 'submission',
  'contractor.submitted': 'submission',
  'signoff.recorded': 'signoff',
  'incident.reported': 'incident',
  'permit.opened': 'permit',
  'permit.closed': 'permit',
  'compliance.scored': 'compliance',
  'certification.expiring': 'worker',
};

/** Whether this actor may read what the event tells of. */
export function mayReadEvent(name: EventName, viewer: Viewer): boolean {
  return mayRead(kindByEvent[name], viewer);
}

/** What a notification can be about, as its `resource_type`, that this actor may not read. */
export function hiddenSubjects(viewer: Viewer): string[] {
  const hidden = Object.values<Resource>(resources).filter(({ kind }) => !mayRead(kind, viewer));
  return hidden.map(({ kind, noticedAs = kind }) => noticedAs);
}

/** Whether bodies of the kind may look different to different actors. */
export function isGuarded(kind: string): boolean {
  const { confidential, quotes } = findResource(kind) ?? {};
  return confidential !== undefined || quotes !== undefined;
}

/** The body with the parts hidden that this actor may not see. */
export function visibleBody(kind: string, body: Body, viewer: Viewer): Body {
  return seesWhole(neededFor(kind, body), viewer) ? body : partialBody(kind, body);
}

export function seesWhole(needed: readonly Permission[], viewer: Viewer): boolean {
  return needed.every((permission) => may(viewer, permission));
}

/** The permissions that it takes to see the whole body. */
export function neededFor(kind: string, body: Body): readonly Permission[] {
  const { confidential, quotes } = findResource(kind) ?? {};
  if (quotes) return neededForQuotes(body, quotes);
  return confidential ? [confidential.permission] : [];
}

/** The body as everyone else sees it. */
export function partialBody(kind: string, body: Body): Body {
  const { confidential, quotes } = findResource(kind) ?? {};
  if (quotes) return blanked(body, quotes.values);
  return confidential ? withheld(body, confidential.fields) : body;
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
function neededForQuotes(body: Body, quotes: Quotes): readonly Permission[] {
  const resource = findResource(String(body[quotes.kind]));
  if (!resource) return [];
  const { confidential } = resource;
  const field = String(body[quotes.field]);
  const isHidden = confidential && (Object.hasOwn(confidential.fields, field) || field === removal);
  return [readPermissionOf(resource), ...(isHidden ? [confidential.permission] : [])];
}

function readPermissionOf({ readPermission, permission }: Resource): Permission {
  return readPermission ?? readingOf(permission);
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
