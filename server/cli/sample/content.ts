/**
 * A draft's entries, brought to the content of one version: what is missing is created, what differs edited, what is gone removed.
 * A list that is still empty is filled by one push, as a tablet would; everything else goes through REST.
 */
import { sameJson } from '../../../shared/crypto/canonical.ts';
import type { JsonObject } from '../../../shared/base/json.ts';
import { freshKeys } from '../../../shared/merge/order.ts';
import type { Door } from './door.ts';
import type { Content } from './files.ts';
import type { Creation, Pusher } from './push.ts';
import { sentEntry, type SampleRecord } from './sent.ts';

/** The lists of a document: the member of a file, and the path of the door. */
export const entryLists = [
  { member: 'sections', kind: 'section', path: 'sections', reorders: true },
  { member: 'hazards', kind: 'hazard', path: 'hazards', reorders: true },
  { member: 'coshh_assessments', kind: 'coshh', path: 'coshh', reorders: false },
  { member: 'personnel', kind: 'personnel', path: 'personnel', reorders: false },
] as const;

interface Doors {
  readonly door: Door;
  readonly pusher: Pusher;
}

export async function bringContent({ door, pusher }: Doors, documentId: string, content: Content): Promise<void> {
  for (const { member, kind, path, reorders } of entryLists) {
    const list = `/documents/${documentId}/${path}`;
    const standing = await door.list(list);
    if (standing.length === 0) {
      await pusher.push(creationsOf(kind, documentId, content[member]));
      continue;
    }
    const order = await bringEntries(door, list, standing, content[member]);
    const wanted = content[member].map(({ id }) => id);
    if (reorders && order.join() !== wanted.join())
      await door.write('PUT', `${list}/reorder`, `order of ${path}`, { order: wanted });
  }
}

/** Returns the ids in the order in which they now stand. */
async function bringEntries(
  door: Door,
  list: string,
  found: readonly JsonObject[],
  wanted: readonly SampleRecord[],
): Promise<readonly string[]> {
  const standing = new Map(found.map((entry) => [String(entry['id']), entry]));
  for (const entry of wanted) {
    const sent = sentEntry(entry);
    const what = nameOf(list.split('/').at(-1) ?? '', entry);
    const known = standing.get(entry.id);
    if (!known) {
      await door.write('POST', list, what, sent);
      standing.set(entry.id, entry);
    } else if (Object.keys(sent).some((field) => !sameJson(known[field], sent[field]))) {
      await door.write('PUT', `${list}/${entry.id}`, what, changedFields(sent, known));
    }
  }
  const ids = new Set(wanted.map(({ id }) => id));
  for (const id of [...standing.keys()].filter((each) => !ids.has(each))) {
    await door.write('DELETE', `${list}/${id}`, `entry ${id}`);
    standing.delete(id);
  }
  return [...standing.keys()];
}

function creationsOf(kind: string, documentId: string, wanted: readonly SampleRecord[]): Creation[] {
  const keys = freshKeys(wanted.length);
  return wanted.map((entry, i) => ({
    kind,
    id: entry.id,
    set: { ...sentEntry(entry), document_id: documentId, sort_key: keys[i] },
    what: nameOf(kind, entry),
  }));
}

function nameOf(kind: string, entry: SampleRecord): string {
  return `${kind} “${String(entry['title'] ?? entry['name'] ?? entry['substance_name'])}”`;
}

function changedFields(sent: JsonObject, found: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(sent).filter(([field, value]) => !sameJson(found[field], value)));
}
