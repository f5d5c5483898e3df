/**
 * Crew member: somebody who is expected to sign a document although it does not name them, or who is named or has signed and is not here
 * any more (contract, Web, WB447). No part of any version: neither hashed nor signed, and no approval waits for it.
 */
import * as z from 'zod';
import { bookkeeping } from '../model/declared-fields.ts';
import { label, recordId, text } from '../model/fields.ts';
import { defineResource } from '../model/resource.ts';
import { documentOf } from './belongs.ts';

export const crewFields = {
  document_id: bookkeeping(recordId, 'immutable'),
  name: bookkeeping(label(1, 200), 'immutable'),
  /** Of a worker, where it is known. */
  worker_id: bookkeeping(text(64), 'immutable'),
  employer_name: bookkeeping(text(200), 'immutable'),
  trade: bookkeeping(text(120), 'immutable'),
  preferred_language: bookkeeping(text(20), 'immutable'),
  /** Which of several people of this name: 0 = the first. Of who is added it counts only where employers do not tell them apart. */
  namesake: bookkeeping(z.int().min(0).max(99).default(0), 'immutable'),
  /** False = not here any more. */
  expected: bookkeeping(z.boolean().default(true), 'immutable'),
  /**
   * Of who is not here any more: the last version that they were known to have signed, 0 = none. Who signs a later one is expected again.
   * The version in force if it is not said.
   */
  signed_version: bookkeeping(z.int().min(0).nullable().optional(), 'immutable'),
};

export const crewMember = defineResource({
  kind: 'crew_member',
  permission: 'signoffs:write',
  replicates: true,
  fields: crewFields,
  columns: (body) => ({ document_id: body.document_id }),
  reads: (body) => ({ ids: [body.document_id] }),
  readsColumns: true,
  admit: (_before, after, world) => {
    const { current_approved_version: inForce } = documentOf(world, after.document_id).body;
    if (after.expected) return after;
    return { ...after, signed_version: after.signed_version ?? (typeof inForce === 'number' ? inForce : 0) };
  },
  admitRemoval: () => undefined,
  events: () => [],
});
