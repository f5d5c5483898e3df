/** Exports with their changes marked: made from the sample, and read back as words with their marks. */
import { inflateSync } from 'node:zlib';
import { attachedFiles } from '../../server/export/attached-file.ts';
import type { ComparedVersion, ExportInput } from '../../server/export/input.ts';
import type { DocumentModel } from '../../server/export/model/blocks.ts';
import { buildModel } from '../../server/export/model/build.ts';
import { printableInput } from '../../server/export/printable.ts';
import type { Json, JsonObject } from '../../shared/base/json.ts';
import { inputOf, sampleRecord, type sampleDocuments } from './inputs.ts';

/** A document of the sample as version 1, and what became of it: the working draft that is under review. */
export function comparedInput(
  name: Parameters<typeof inputOf>[0],
  after: JsonObject,
  { before = inputOf(name).content, ...changes }: Partial<ExportInput> & { readonly before?: JsonObject } = {},
): ExportInput {
  const { project, site, document } = inputOf(name);
  const compared: ComparedVersion = {
    version: 1,
    approved_at: '2026-09-18T09:15:00Z',
    title: document.title,
    reference: document.reference,
    content: before,
    project,
    site,
    closing_checks: null,
  };
  return inputOf(name, {
    document: { ...document, status: 'pending_review' },
    version: null,
    content_hash: null,
    approval: null,
    signoffs: [],
    watermark: 'pending_review',
    content: after,
    compared,
    ...changes,
  });
}

export function modelOf(input: ExportInput): DocumentModel {
  const printable = printableInput(input);
  return buildModel(printable, attachedFiles(printable));
}

interface Marked {
  readonly text: string;
  readonly change: 'added' | 'removed' | undefined;
}

/** Every text that is drawn, in its order, with what became of it. */
export function runsIn(value: unknown): readonly Marked[] {
  if (Array.isArray(value)) return value.flatMap(runsIn);
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return [];
  const { text, runs, change, blocks, columns, rows, cells, parts, points } = value as Readonly<
    Record<string, unknown>
  >; // a part of a model
  if (runs !== undefined) return [...runsIn(runs), { text: '\n', change: undefined }];
  if (typeof text === 'string') return [{ text, change: change as Marked['change'] }];
  return [blocks, columns, rows, cells, parts, points].flatMap((each) => (each === undefined ? [] : runsIn(each)));
}

/** As one text: `[-removed-][+added+]`. */
export function shown(value: unknown): string {
  return runsIn(value)
    .map(({ text, change }) => (change === 'added' ? `[+${text}+]` : change === 'removed' ? `[-${text}-]` : text))
    .join('');
}

/** What stands between two headings of level 1. */
export function partOf({ blocks }: DocumentModel, title: string): string {
  const isMain = (i: number): boolean => {
    const block = blocks[i];
    return block?.kind === 'heading' && block.level === 1;
  };
  const from = blocks.findIndex((block, i) => isMain(i) && block.kind === 'heading' && block.text.startsWith(title));
  const to = blocks.findIndex((_, i) => i > from && isMain(i));
  return from < 0 ? '' : shown(blocks.slice(from, to < 0 ? undefined : to));
}

/** What is drawn on the pages of a PDF, as its operators say it. */
export function operatorsOf(bytes: Uint8Array): string {
  const file = Buffer.from(bytes);
  const found: string[] = [];
  for (let at = file.indexOf('stream\n'); at >= 0; at = file.indexOf('stream\n', at + 7)) {
    if (file.subarray(at - 3, at).toString('latin1') === 'end') continue;
    try {
      found.push(inflateSync(file.subarray(at + 7)).toString('latin1'));
    } catch {
      // A picture, or a file that is attached as it is.
    }
  }
  return found.filter((each) => each.includes('BDC')).join('\n');
}

export type Entry = Record<string, Json>;
type Lists = Readonly<Record<'sections' | 'hazards' | 'personnel' | 'coshh_assessments', Entry[]>>;

/** The content of a sample document, changed. */
export function revised(name: keyof typeof sampleDocuments, change: (lists: Lists) => void): JsonObject {
  const content = structuredClone(inputOf(name).content);
  change(content as unknown as Lists); // lists of records in the sample
  for (const member of ['sections', 'hazards', 'personnel', 'coshh_assessments'])
    (content as unknown as Lists)[member as keyof Lists]?.forEach((each, i) => (each['position'] = i));
  return content;
}

export const named = (entries: readonly Entry[], name: string): Entry => {
  const found = entries.find((each) => [each['title'], each['name'], each['substance_name']].includes(name));
  if (!found) throw new Error(`the sample has no ${name}`);
  return found;
};

/** The two versions of the curtain walling RAMS, as they were approved. */
const approved = (version: 1 | 2): JsonObject =>
  sampleRecord(`document-01-v${version}-snapshot.json`)['content'] as JsonObject; // an object in the sample
export const twoVersions = (changes: Parameters<typeof comparedInput>[2] = {}) =>
  comparedInput('rams', approved(2), { before: approved(1), ...changes });
