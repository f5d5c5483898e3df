/** Rows of the endpoint table: reference lists, and the search. */
import * as z from 'zod';
import { anyOf, complete, type Endpoint, paged, reads } from './endpoint.ts';
import { listOf } from './shapes.ts';
import { searchKinds } from '../search/search.ts';

const industryReply = z.object({ id: z.string(), slug: z.string(), name: z.string() });

const matchReply = z.object({
  type: z.enum(searchKinds),
  id: z.string(),
  /** For what belongs to a document, the reference of that. */
  reference: z.string().nullable(),
  title: z.string(),
  /** Plain text as written. */
  snippet: z.string(),
  /** The project and the document to open; for a project or a document its own id. */
  project_id: z.string().nullable(),
  document_id: z.string().nullable(),
  /** Above 0, at most 1. */
  score: z.number(),
  /** Offsets of the matched words, in UTF-16 code units of the field. */
  highlight: z.array(z.object({ field: z.enum(['title', 'reference', 'snippet']), start: z.int(), end: z.int() })),
});

export const referenceEndpoints = {
  listIndustries: {
    ...reads,
    path: '/api/v1/industries',
    permission: 'projects:read',
    summary: 'The industries that a project can be classified by.',
    query: z.object(complete),
    reply: listOf(industryReply),
  },
  search: {
    ...reads,
    path: '/api/v1/search',
    permission: 'documents:read',
    quota: 'search',
    summary:
      'Searches documents, projects and hazards for every word of q, the last one as a prefix; with type also sections, substances (coshh) and people named on documents (personnel). Best match first, then the latest change. Archived records only with archived=true.',
    query: z.object({
      q: z
        .string()
        .trim()
        .regex(/^.{2,200}$/su, 'must be 2 to 200 characters'),
      type: anyOf(searchKinds),
      archived: z
        .enum(['true', 'false'])
        .transform((text) => text === 'true')
        .optional(),
      ...paged,
    }),
    reply: listOf(matchReply),
  },
} as const satisfies Readonly<Record<string, Endpoint>>;
