/** Brings a draft's entries to the content of one version, as a tablet would: pushes what differs. */
import { sameJson } from '../../../shared/crypto/canonical.ts';
import type { JsonObject } from '../../../shared/base/json.ts';
import { freshKeys } from '../../../shared/merge/order.ts';
import type { Content } from './files.ts';
import { sentEntry, type Loader, type SampleRecord } from './loader.ts';
import type { Change } from './push.ts';

/** A document's lists: the member of the file, and the path of the endpoint. */
export const entryLists = [
  { member: 'sections', kind: 'section', path: 'sections' },
  { member: 'hazards', kind: 'hazard', path: 'hazards' },
  { member: 'coshh_assessments', kind: 'coshh', path: 'coshh' },
  { member: 'personnel', kind: 'personnel', path: 'personnel' },
] as const;

export async function setContent({ api, pusher }: Loader, documentId: string, content: Content): Promise<void> {
  for (const { member, kind, path } of entryLists) {
    const found = await api.list(`/documents/${documentId}/${path}`);
    await pusher.push(changesOf(kind, documentId, found, content[member]));
  }
}

function changesOf(
  kind: string,
  documentId: string,
  found: readonly JsonObject[],
  wanted: readonly SampleRecord[],
): Change[] {
  const foundById = new Map(found.map((entry) => [String(entry['id']), entry]));
  const wantedIds = wanted.map(({ id }) => id);
  const isInOrder = sameJson([...foundById.keys()], wantedIds);
  const keys = freshKeys(wanted.length);
  const removals = [...foundById.keys()].filter((id) => !wantedIds.includes(id));
  return [
    ...removals.map((id): Change => ({ command: { op: 'remove', kind, id }, what: `${kind} ${id}` })),
    ...wanted.flatMap((entry, i): Change[] => {
      const { id, ...fields } = { ...sentEntry(entry), id: entry.id };
      const known = foundById.get(id);
      const place = isInOrder ? {} : { sort_key: keys[i] };
      const what = `${kind} “${String(entry['title'] ?? entry['name'] ?? entry['substance_name'])}”`;
      const created = { ...fields, ...place, document_id: documentId };
      if (!known) return [{ command: { op: 'create', kind, id, set: created }, what }];
      const set = { ...changedFields(fields, known), ...place };
      return Object.keys(set).length === 0 ? [] : [{ command: { op: 'patch', kind, id, set }, what }];
    }),
  ];
}

function changedFields(sent: JsonObject, found: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(sent).filter(([field, value]) => !sameJson(found[field], value)));
}
