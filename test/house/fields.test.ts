/** A field is declared once: what its declaration says is what snapshot, material-change check, discard and exports do with it. */
import { expect, test } from 'vitest';
import { buildModel } from '../../server/export/model/build.ts';
import type { ExportInput } from '../../server/export/input.ts';
import { attachedFiles } from '../../server/export/attached-file.ts';
import type { Json, JsonObject } from '../../shared/base/json.ts';
import type { StoredRecord } from '../../shared/model/record.ts';
import { entryResources } from '../../shared/resources/entry-kinds.ts';
import type { World } from '../../shared/model/resource.ts';
import { discarded } from '../../shared/resources/document/review/discard.ts';
import type { Document } from '../../shared/resources/document/shape.ts';
import { significantChanges } from '../../shared/resources/document/review/significance.ts';
import { snapshotOf, type Snapshot } from '../../shared/resources/document/snapshot.ts';
import { resources } from '../../shared/resources/index.ts';

const id = '0197f000-0000-7000-8000-000000000001';
const cases = [resources.document, ...Object.values(entryResources)].flatMap(({ kind, fields }) =>
  Object.entries(fields).map(([field, declared]) => ({ kind, field, declared })),
);
const written = cases.filter(({ declared }) => declared.content);

test('[HS41] every field says how it merges, and is content or bookkeeping', () => {
  const policies = ['first-wins', 'max', 'min', 'set-by-id', 'text', 'rows', 'order', 'immutable', 'system'];
  const unclear = Object.values(resources).flatMap(({ kind, fields }) =>
    Object.entries(fields).flatMap(([name, { merge, content, significant }]) =>
      policies.includes(merge) && typeof content === 'boolean' && (content || !significant) ? [] : [`${kind}.${name}`],
    ),
  );
  expect(unclear).toEqual([]);
});

test('[HS41] a content field is hashed, and no other is', () => {
  const wrong = cases.filter(
    ({ kind, field, declared }) =>
      (snapshotWith(kind, { [field]: 'dry' }).content_hash !==
        snapshotWith(kind, { [field]: 'lightning' }).content_hash) !==
      declared.content,
  );
  expect(wrong.map(nameOf)).toEqual([]);
});

test('[HS41] a change of a significant field is material', () => {
  const wrong = written.filter((each) => {
    const { kind, field } = each;
    const [dry, lightning] = [snapshotWith(kind, { [field]: 'dry' }), snapshotWith(kind, { [field]: 'lightning' })];
    const changes = significantChanges(dry.content, lightning.content);
    return changes.some(({ pointer }) => pointer?.endsWith(`/${field}`)) !== isWatched(each);
  });
  expect(wrong.map(nameOf)).toEqual([]);
});

test('[HS41] discarding a draft brings content back, and leaves bookkeeping as it is', () => {
  const wrong = cases
    // Written by the discard itself, or what makes an entry part of the document.
    .filter(({ field }) => !/^(version|current_approved_version|status|editors|document_id|sort_key)$/.test(field))
    .filter(({ kind, field, declared }) => afterDiscard(kind, field) !== (declared.content ? 'dry' : 'lightning'));
  expect(wrong.map(nameOf)).toEqual([]);
});

test('[HS41] a content field is printed', () => {
  const missing = written
    // Ids are for programs; the parts of the head are printed from the document; ratings are drawn from numbers.
    .filter(({ field }) => !/(^|_)ids?$|^(title|reference|document_type|version)$|_(before|after)$/.test(field))
    .filter(({ kind, field }) => {
      const without = blocksOf(inputWith(kind, {}));
      return !forms.some((form) => blocksOf(inputWith(kind, { [field]: form })) !== without);
    });
  expect(missing.map(nameOf)).toEqual([]);
});

test('[HS41] a declared label is printed with its field', () => {
  const labelled = written.filter(({ declared }) => declared.label);
  const wrong = labelled.filter(
    ({ kind, field, declared }) =>
      !forms.some((form) => blocksOf(inputWith(kind, { [field]: form })).includes(declared.label ?? '')),
  );
  expect(labelled.length).toBeGreaterThan(0);
  expect(wrong.map(nameOf)).toEqual([]);
});

/** Personnel may change in a minor version; a section of another type is another section. */
function isWatched({ kind, field, declared }: (typeof cases)[number]): boolean {
  return declared.significant && kind !== 'personnel' && field !== 'section_type';
}

function nameOf({ kind, field }: { readonly kind: string; readonly field: string }): string {
  return `${kind}.${field}`;
}

/** A field holds words, an object or a list; each is printed in its own way. */
const forms: readonly Json[] = ['lightning', { note: 'lightning' }, [{ note: 'lightning' }], ['lightning'], true];

function blocksOf(input: ExportInput): string {
  return JSON.stringify(buildModel(input, attachedFiles(input)).blocks);
}

function snapshotWith(kind: string, fields: JsonObject): Snapshot {
  const section: JsonObject = kind === 'section' ? { section_type: 'ppe' } : {};
  const body = { ...section, ...fields };
  const entry = { id, kind, body } as unknown as StoredRecord; // what a snapshot reads of it
  return snapshotOf({ id, body: kind === 'document' ? body : {} }, (wanted) => (wanted === kind ? [entry] : []));
}

/** What a field holds that was approved as “dry”, then changed to “lightning” in a draft that is discarded. */
function afterDiscard(kind: string, field: string): Json | undefined {
  const section: JsonObject = kind === 'section' ? { section_type: 'ppe' } : {};
  const approved = { version: 1, content: snapshotWith(kind, { [field]: 'dry' }).content } as unknown as JsonObject; // plain JSON
  const draft: JsonObject = { ...section, [field]: 'lightning' };
  const record = (of: string, body: JsonObject): StoredRecord => ({ id, kind: of, body }) as unknown as StoredRecord; // what a discard reads of it
  const own = kind === 'document' ? [] : [record(kind, draft)];
  const world = {
    children: (_: string, of: string) => (of === 'version' ? [record('version', approved)] : of === kind ? own : []),
    record: () => own[0],
    author: { id, name: 'Ann' },
    now: '2026-11-22T00:00:00.000Z',
    newId: () => id,
  } as unknown as World; // what a discard asks
  const document = { current_approved_version: 1, ...(kind === 'document' ? draft : {}) } as unknown as Document; // likewise
  const { after, also = [] } = discarded(document, snapshotWith(kind, draft), null, world, id);
  const body = kind === 'document' ? (after as unknown as JsonObject) : also.find((each) => each.kind === kind)?.body; // its fields are JSON
  return body?.[field];
}

function inputWith(kind: string, fields: JsonObject): ExportInput {
  return {
    format: 'pdf',
    organisation: { name: 'Harbour' },
    project: null,
    site: null,
    document: { id, reference: null, title: 'Roof', document_type: 'rams', status: 'draft' },
    version: null,
    content_hash: null,
    content: snapshotWith(kind, fields).content,
    approval: null,
    versions: [],
    signoffs: [],
    linked: {},
    watermark: 'draft',
    printed_at: '2026-11-22T00:00:00.000Z',
  };
}
