/** Presents one document with all its entries, as every response about a single document does. */
import type * as z from 'zod';
import type { StoredRecord } from '../../../shared/model/record.ts';
import { entryKinds } from '../../../shared/resources/entry-kinds.ts';
import { coshhReply, documentReply, hazardReply, personnelReply, sectionReply } from '../../../shared/rest/shapes.ts';
import type { HandlerRequest } from '../request/handler-request.ts';
import { childrenOf, find } from '../request/find.ts';
import type { RestContext } from '../request/rest-context.ts';
import { present } from '../../../shared/present.ts';

export interface ShownDocument {
  readonly body: z.output<typeof documentReply>;
  readonly revision: number;
}

/** Throws `not_found`. */
export async function showDocument(
  { actor }: HandlerRequest,
  context: RestContext,
  id: string,
): Promise<ShownDocument> {
  const { db } = context.store;
  const record = await find(db, actor.organisationId, 'document', id);
  const entries = await childrenOf(db, actor.organisationId, record.id, entryKinds);
  const body = {
    ...present(documentReply, record),
    sections: withPositions(sectionReply, 'section', entries),
    hazards: withPositions(hazardReply, 'hazard', entries),
    coshh_assessments: withPositions(coshhReply, 'coshh', entries),
    personnel: withPositions(personnelReply, 'personnel', entries),
  };
  return { body, revision: record.rev };
}

/** The entries of a kind, each with its position; `entries` are live and in order. */
export function withPositions<Shape extends z.ZodObject>(
  reply: Shape,
  kind: string,
  entries: readonly StoredRecord[],
): z.output<Shape>[] {
  return entries
    .filter((record) => record.kind === kind)
    .map((record, i) => present(reply, record, { position: i + 1 }));
}
