/** Rows of the endpoint table: who is briefed on a document, and who is expected beside the people that it names (contract, Web). */
import * as z from 'zod';
import { crewMember } from '../resources/signoff/crew-member.ts';
import { briefedStates } from '../resources/signoff/standing.ts';
import {
  anyId,
  complete,
  creates,
  type Endpoint,
  ownId,
  paged,
  readRow,
  reads,
  removes,
  sortable,
} from './endpoint.ts';
import { documentReply, documentRow, listOf, recordReply, schemaOf } from './shapes.ts';

const path = '/api/v1/documents/{document}/crew';
const pathOfOne = `${path}/{id}` as const;
const crewMemberReply = recordReply(schemaOf(crewMember));

/** A document with everybody who is expected to sign it or has signed. */
export const coverageReply = documentRow
  .pick({
    id: true,
    title: true,
    short_title: true,
    reference: true,
    document_type: true,
    status: true,
    project_id: true,
    site_id: true,
    /** Null = nothing was approved yet. */
    current_approved_version: true,
  })
  .extend({
    /** Of the version in force; absent = none. */
    conditions_open: documentReply.shape.conditions_open,
    people: z.array(
      z.object({
        worker_id: z.string().nullable(),
        name: z.string(),
        employer_name: z.string().nullable(),
        trade: z.string().nullable(),
        state: z.enum(briefedStates),
        signed_at: z.string().nullable(),
        signed_version: z.int().nullable(),
        /** Of their last signature, also where they refused since. */
        last_signed_version: z.int().nullable(),
        namesake: z.int(),
        crew_member_ids: z.array(z.string()),
      }),
    ),
    /** Said not to be here any more, and not among `people`. */
    not_here: z.array(
      z.object({ name: z.string(), employer_name: z.string().nullable(), crew_member_ids: z.array(z.string()) }),
    ),
  });

export const crewEndpoints = {
  listCoverage: {
    ...reads,
    path: '/api/v1/coverage',
    permission: 'signoffs:read',
    alsoReads: 'documents:read',
    summary:
      'Lists who is briefed on each document that is not archived: the people named in the version in force, those who were added to its crew and those who signed, each as current, old, missing or declined; and the conditions of the version in force that are still to be met. With document_id it lists the documents named, archived or not.',
    query: z.object({ project_id: anyId, document_id: anyId, ...sortable, ...paged }),
    reply: listOf(coverageReply),
  },
  listCrew: {
    ...reads,
    path,
    permission: 'signoffs:read',
    summary:
      'Lists the people who were added to the crew of a document, and those who are said not to be here any more. The coverage counts them.',
    query: z.object(complete),
    reply: listOf(crewMemberReply),
  },
  addCrewMember: {
    ...creates,
    path,
    permission: 'signoffs:write',
    summary:
      'Adds somebody to the crew of a document; with "expected": false it says that somebody named in it, or who has signed, is not here any more: by their worker_id, or by name, employer and namesake, as the coverage names them.',
    fields: schemaOf(crewMember).omit({ document_id: true }),
    body: z.object(ownId),
    reply: crewMemberReply,
  },
  getCrewMember: readRow(pathOfOne, 'signoffs:read', 'Reads what was said of one person of the crew.', crewMemberReply),
  removeCrewMember: {
    ...removes,
    path: pathOfOne,
    permission: 'signoffs:write',
    summary: 'Removes what was said of the crew of a document. Sign-offs stay.',
  },
} as const satisfies Readonly<Record<string, Endpoint>>;
