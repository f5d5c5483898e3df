/** The permit or point-of-work risk assessment (POWRA) that a document of that type holds beside its sections. */
import { isJsonObject, type Json, type JsonObject } from '../../../shared/base/json.ts';
import type { ExportInput } from '../input.ts';
import type { Block, Cell, Run } from './blocks.ts';
import { boxes, cell, facts, heading } from './make.ts';
import { isList, leftovers, numberOf, plain, shownMembers } from './read.ts';
import { recordBlocks } from './record.ts';
import { labelOf, timeOf } from './words.ts';

type Linked = ExportInput['linked'];

export function permitBlocks(permit: JsonObject, linked: Linked, timezone: string): readonly Block[] {
  return [
    heading(1, 'Permit to work'),
    ...recordBlocks(permit, ['permit_type', 'status', 'state'], timezone),
    ...linkedDocuments(permit['linked_document_ids'], linked, 'Linked documents'),
  ];
}

export function powraBlocks(powra: JsonObject, linked: Linked, timezone: string): readonly Block[] {
  const { parent_version: version, decision: decided, ...record } = powra;
  const decision = plain(decided);
  const members = shownMembers(record);
  const isWide = (held: Json): boolean => isJsonObject(held) && !('name' in held);
  const shown = ([name, held]: readonly [string, Json]) => [labelOf(name), valueCell(held, timezone)] as const;
  return [
    heading(1, 'Point of work decision'),
    ...(decision
      ? [
          {
            kind: 'callout',
            tone: decision === 'stop' ? 'emergency' : 'hold',
            title: `Decision: ${labelOf(decision).toLowerCase()}`,
            parts: [],
          } as const,
        ]
      : []),
    ...boxes('What the team recorded', members.filter(([, held]) => !isWide(held)).map(shown), 5),
    ...facts('What the team recorded in full', members.filter(([, held]) => isWide(held)).map(shown)),
    ...linkedDocuments(powra['parent_document_id'], linked, 'Parent document', numberOf(version)),
  ];
}

/** A value, or the members of a record, in one text. */
export function valueCell(held: Json | undefined, timezone: string): Cell {
  if (!isJsonObject(held) || 'name' in held) return cell(timeOf(plain(held), timezone));
  const members = leftovers(held, []);
  const runs = members.flatMap(([name, words], i): readonly Run[] => [
    ...(i > 0 ? [{ text: '; ' }] : []),
    { text: `${name}: `, bold: true },
    { text: labelOf(timeOf(i < members.length - 1 ? words.replace(/\.$/, '') : words, timezone)) },
  ]);
  return cell(runs.length > 0 ? { kind: 'text', runs, tone: 'normal' } : null);
}

/** Other documents, by reference and version: the approved one, unless the record names another. */
export function linkedDocuments(
  ids: Json | undefined,
  linked: Linked,
  name: string,
  wanted: number | null = null,
): readonly Block[] {
  return facts(name, [[name, linkedCell(ids, linked, wanted)]]);
}

function linkedCell(ids: Json | undefined, linked: Linked, wanted: number | null): Cell {
  const named = (isList(ids) ? ids : [ids]).map(plain).filter(Boolean);
  return cell(...named.map((id) => linkText(linked[id], wanted)));
}

function linkText(document: Linked[string] | undefined, wanted: number | null): string {
  if (!document) return 'A document that is no longer held';
  const version = wanted ?? document.version;
  const state = version === null ? 'not yet approved' : `version ${version}`;
  if (document.is_archived) return `${document.name}, ${wanted === null ? 'archived' : `${state}, archived`}`;
  return `${document.name}, ${state}`;
}
