/** The permit or point-of-work risk assessment (POWRA) that a document of that type holds beside its sections. */
import type { Json, JsonObject } from '../../../shared/base/json.ts';
import type { ExportInput } from '../input.ts';
import type { Block } from './blocks.ts';
import { cell, facts, heading, text } from './make.ts';
import { isList, numberOf, plain } from './read.ts';
import { recordBlocks } from './record.ts';
import { labelOf } from './words.ts';

type Linked = ExportInput['linked'];

export function permitBlocks(permit: JsonObject, linked: Linked, timezone: string): readonly Block[] {
  return [
    heading(1, 'Permit to work'),
    ...recordBlocks(permit, ['permit_type', 'status', 'state'], timezone),
    ...links(permit['linked_document_ids'], linked, 'Linked documents'),
  ];
}

export function powraBlocks(powra: JsonObject, linked: Linked, timezone: string): readonly Block[] {
  const { parent_version: version, decision: decided, ...record } = powra;
  const decision = plain(decided);
  return [
    heading(1, 'Point of work decision'),
    ...(decision
      ? [
          {
            kind: 'callout',
            tone: decision === 'stop' ? 'emergency' : 'hold',
            title: 'Decision',
            parts: [text(labelOf(decision), 'strong')],
          } as const,
        ]
      : []),
    ...recordBlocks(record, [], timezone),
    ...links(powra['parent_document_id'], linked, 'Parent document', numberOf(version)),
  ];
}

/** Other documents, by reference and version: the approved one, unless the record names another. */
function links(ids: Json | undefined, linked: Linked, name: string, wanted: number | null = null): readonly Block[] {
  const named = (isList(ids) ? ids : [ids]).map(plain).filter(Boolean);
  return facts(name, [[name, cell(...named.map((id) => linkText(linked[id], wanted)))]]);
}

function linkText(document: Linked[string] | undefined, wanted: number | null): string {
  if (!document) return 'A document that is no longer held';
  const version = wanted ?? document.version;
  return `${document.name}, ${version === null ? 'not yet approved' : `version ${version}`}`;
}
