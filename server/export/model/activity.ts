/** The permit or point-of-work risk assessment (POWRA) that a document of that type holds beside its sections. */
import type { JsonObject } from '../../../shared/base/json.ts';
import type { Block } from './blocks.ts';
import { facts, heading, text } from './make.ts';
import { plain } from './read.ts';
import { recordBlocks } from './record.ts';
import { labelOf } from './words.ts';

export function permitBlocks(permit: JsonObject, timezone: string): readonly Block[] {
  return [
    heading(1, 'Permit to work'),
    ...recordBlocks(permit, ['permit_type', 'status', 'state'], timezone),
    ...links(permit, 'linked_document_ids', 'Linked documents'),
  ];
}

export function powraBlocks(powra: JsonObject, timezone: string): readonly Block[] {
  const decision = plain(powra['decision']);
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
    ...recordBlocks(powra, ['decision'], timezone),
    ...links(powra, 'parent_document_id', 'Parent document'),
  ];
}

/** Ids of other documents: the only ids worth printing, because a reader can look them up. */
function links(record: JsonObject, member: string, name: string): readonly Block[] {
  return facts(name, [[name, plain(record[member])]]);
}
