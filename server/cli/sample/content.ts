/** A draft's entries, brought to the content of one version: what is missing is created, what differs edited, what is gone removed. */
import { sameJson } from '../../../shared/canonical.ts';
import type { JsonObject } from '../../../shared/json.ts';
import type { Door } from './door.ts';
import type { Content, SampleRecord } from './files.ts';
import { sentEntry } from './sent.ts';

/** The lists of a document: the member of a file, and the path of the door. */
export const entryLists = [
  { member: 'sections', path: 'sections', reorders: true },
  { member: 'hazards', path: 'hazards', reorders: true },
  { member: 'coshh_assessments', path: 'coshh', reorders: false },
  { member: 'personnel', path: 'personnel', reorders: false },
] as const;

export async function bringContent(door: Door, documentId: string, content: Content): Promise<void> {
  for (const { member, path, reorders } of entryLists) {
    const list = `/documents/${documentId}/${path}`;
    const order = await bringEntries(door, list, content[member]);
    const wanted = content[member].map(({ id }) => id);
    if (reorders && order.join() !== wanted.join())
      await door.write('PUT', `${list}/reorder`, `order of ${path}`, { order: wanted });
  }
}

/** Returns the ids in the order in which they now stand. */
async function bringEntries(door: Door, list: string, wanted: readonly SampleRecord[]): Promise<readonly string[]> {
  const standing = new Map((await door.list(list)).map((entry) => [String(entry['id']), entry]));
  for (const entry of wanted) {
    const sent = sentEntry(entry);
    const what = `${list.split('/').at(-1)} “${String(entry['title'] ?? entry['name'] ?? entry['substance_name'])}”`;
    const found = standing.get(entry.id);
    if (!found) {
      await door.write('POST', list, what, sent);
      standing.set(entry.id, entry);
    } else if (Object.keys(sent).some((field) => !sameJson(found[field], sent[field]))) {
      await door.write('PUT', `${list}/${entry.id}`, what, changedFields(sent, found));
    }
  }
  const ids = new Set(wanted.map(({ id }) => id));
  for (const id of [...standing.keys()].filter((each) => !ids.has(each))) {
    await door.write('DELETE', `${list}/${id}`, `entry ${id}`);
    standing.delete(id);
  }
  return [...standing.keys()];
}

function changedFields(sent: JsonObject, found: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(sent).filter(([field, value]) => !sameJson(found[field], value)));
}
