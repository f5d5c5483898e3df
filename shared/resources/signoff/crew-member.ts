/**
 * Crew member: somebody who is expected to sign a document although it does not name them, or who is named or has signed and is not here
 * any more (contract, Web, WB447). No part of any version: neither hashed nor signed, and no approval waits for it.
 */
import * as z from 'zod';
import { bookkeeping, type BodyOf } from '../../model/declared-fields.ts';
import { label, languageTag, recordId, text } from '../../model/fields.ts';
import { defineResource, type World } from '../../model/resource.ts';
import { documentOf } from '../belongs.ts';
import { isSamePerson } from '../../model/same-person.ts';
import type { Signoff } from './signoff.ts';
import { once } from '../../base/once.ts';

export const crewFields = once(() => ({
  document_id: bookkeeping(recordId, 'immutable'),
  name: bookkeeping(label(1, 200), 'immutable'),
  /** Of a worker, where it is known. */
  worker_id: bookkeeping(text(64), 'immutable'),
  employer_name: bookkeeping(text(200), 'immutable'),
  trade: bookkeeping(text(120), 'immutable'),
  preferred_language: bookkeeping(languageTag, 'immutable'),
  /** Which of several people of this name: 0 = the first. Of who is added it counts only where employers do not tell them apart. */
  namesake: bookkeeping(z.int().min(0).max(99).default(0), 'immutable'),
  /** False = not here any more. */
  expected: bookkeeping(z.boolean().default(true), 'immutable'),
  /**
   * Of who is not here any more: the last version that they were known to have signed, 0 = none. Who signs a later one is expected again.
   * If it is not said, what they had signed by then.
   */
  signed_version: bookkeeping(z.int().min(0).nullable().optional(), 'immutable'),
}));

export const crewMember = defineResource({
  kind: 'crew_member',
  permission: 'signoffs:write',
  replicates: true,
  fields: crewFields,
  columns: (body) => ({ document_id: body.document_id }),
  reads: ({ document_id: documentId }, _id, _action, { set }) => ({
    ids: [documentId],
    children: documentId && set['expected'] === false ? [{ documentId, kinds: ['signoff'] }] : [],
  }),
  readsColumns: true,
  admit: (_before, after, world) => {
    documentOf(world, after.document_id);
    if (after.expected) return after;
    return { ...after, signed_version: after.signed_version ?? lastSignedBy(after, world) };
  },
  admitRemoval: () => undefined,
  events: () => [],
});

/** The latest version that somebody signed who can be meant; 0 = none. */
function lastSignedBy(said: BodyOf<ReturnType<typeof crewFields>>, world: World): number {
  const { worker_id: id, name, employer_name } = said;
  const versions = world
    .children(said.document_id, 'signoff')
    .map(({ body }) => body as unknown as Signoff) // children of this kind have bodies of this schema
    .filter(({ status, worker }) => status === 'recorded' && isSamePerson(worker, { id, name, employer_name }))
    .map(({ document_version: version }) => version ?? 0);
  return Math.max(0, ...versions);
}
