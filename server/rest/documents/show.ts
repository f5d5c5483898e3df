/** One document with all its relations, as every answer about a single document shows it (interface section 2.4). */
import type * as z from 'zod';
import type { StoredRecord } from '../../../shared/model/record.ts';
import { entryKinds } from '../../../shared/resources/entry-kinds.ts';
import { coshhReply, documentReply, hazardReply, personnelReply, sectionReply } from '../../../shared/rest/shapes.ts';
import type { HandlerRequest } from '../request/handler-request.ts';
import { childrenOf, find } from '../request/find.ts';
import type { RestContext } from '../request/rest-context.ts';
import { present } from '../request/present.ts';

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
    sections: inOrder(sectionReply, 'section', entries),
    hazards: inOrder(hazardReply, 'hazard', entries),
    coshh_assessments: inOrder(coshhReply, 'coshh', entries),
    personnel: inOrder(personnelReply, 'personnel', entries),
  };
  return { body, revision: record.rev };
}

/** The entries of a kind, each with its place; `entries` are live and in their order. */
export function inOrder<Shape extends z.ZodObject>(
  reply: Shape,
  kind: string,
  entries: readonly StoredRecord[],
): z.output<Shape>[] {
  return entries
    .filter((record) => record.kind === kind)
    .map((record, i) => present(reply, record, { position: i + 1 }));
}
