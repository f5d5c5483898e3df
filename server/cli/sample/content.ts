/**
 * Brings a draft's entries to the content of one version: creates, edits and removes what differs. An empty list is filled by one push,
 * as a tablet would; everything else goes through REST.
 */
import { sameJson } from '../../../shared/crypto/canonical.ts';
import type { JsonObject } from '../../../shared/base/json.ts';
import { freshKeys } from '../../../shared/merge/order.ts';
import type { Api } from '../api.ts';
import type { Content } from './files.ts';
import type { Loader } from './loader.ts';
import type { Creation } from './push.ts';
import { sentEntry, type SampleRecord } from './sent.ts';

/** A document's lists: the member of the file, and the path of the endpoint. */
export const entryLists = [
  { member: 'sections', kind: 'section', path: 'sections', reorders: true },
  { member: 'hazards', kind: 'hazard', path: 'hazards', reorders: true },
  { member: 'coshh_assessments', kind: 'coshh', path: 'coshh', reorders: false },
  { member: 'personnel', kind: 'personnel', path: 'personnel', reorders: false },
] as const;

export async function setContent({ api, pusher }: Loader, documentId: string, content: Content): Promise<void> {
  for (const { member, kind, path, reorders } of entryLists) {
    const list = `/documents/${documentId}/${path}`;
    const found = await api.list(list);
    if (found.length === 0) {
      await pusher.push(creationsOf(kind, documentId, content[member]));
      continue;
    }
    const order = await setEntries(api, list, found, content[member]);
    const wanted = content[member].map(({ id }) => id);
    if (reorders && order.join() !== wanted.join())
      await api.write('PUT', `${list}/reorder`, `order of ${path}`, { order: wanted });
  }
}

/** Returns the ids in their new order. */
async function setEntries(
  api: Api,
  list: string,
  found: readonly JsonObject[],
  wanted: readonly SampleRecord[],
): Promise<readonly string[]> {
  const current = new Map(found.map((entry) => [String(entry['id']), entry]));
  for (const entry of wanted) {
    const sent = sentEntry(entry);
    const what = labelOf(list.split('/').at(-1) ?? '', entry);
    const known = current.get(entry.id);
    if (!known) {
      await api.write('POST', list, what, sent);
      current.set(entry.id, entry);
    } else if (Object.keys(sent).some((field) => !sameJson(known[field], sent[field]))) {
      await api.write('PUT', `${list}/${entry.id}`, what, changedFields(sent, known));
    }
  }
  const ids = new Set(wanted.map(({ id }) => id));
  for (const id of [...current.keys()].filter((each) => !ids.has(each))) {
    await api.write('DELETE', `${list}/${id}`, `entry ${id}`);
    current.delete(id);
  }
  return [...current.keys()];
}

function creationsOf(kind: string, documentId: string, wanted: readonly SampleRecord[]): Creation[] {
  const keys = freshKeys(wanted.length);
  return wanted.map((entry, i) => ({
    kind,
    id: entry.id,
    set: { ...sentEntry(entry), document_id: documentId, sort_key: keys[i] },
    what: labelOf(kind, entry),
  }));
}

function labelOf(kind: string, entry: SampleRecord): string {
  return `${kind} “${String(entry['title'] ?? entry['name'] ?? entry['substance_name'])}”`;
}

function changedFields(sent: JsonObject, found: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(sent).filter(([field, value]) => !sameJson(found[field], value)));
}
