/** What a database answers, as far as mirrors read it: what answers anything else does not speak CouchDB's protocol. */
import * as z from 'zod';
import { MirrorError } from './failure.ts';

const revision = z.string().regex(/^\d{1,15}-./);
const rows = <Row extends z.ZodRawShape>(row: Row) =>
  z.object({ rows: z.array(z.object({ key: z.string(), ...row })) });

export const foundRevisions = rows({ value: z.object({ rev: revision, deleted: z.boolean().optional() }).optional() });
export const foundBody = z.looseObject({ _rev: revision });
export type FoundBody = z.output<typeof foundBody>;
export const foundDocuments = rows({ doc: foundBody.nullish() });
export const refusedDocuments = z.array(z.object({ name: z.string().optional(), error: z.unknown() }));
export const foundBranches = z.object({ _rev: revision, _conflicts: z.array(revision).optional() });
export const savedDocument = z.object({ rev: z.string() });
export const foundChanges = z.object({
  results: z.array(
    z.object({
      id: z.string(),
      deleted: z.boolean().optional(),
      changes: z.array(z.object({ rev: revision })),
    }),
  ),
  last_seq: z.union([z.string(), z.number()]),
});
export type Change = z.output<typeof foundChanges>['results'][number];

/** Throws a MirrorError, or an error of PouchDB, which has a status. */
export async function answered<Answer>(asking: Promise<unknown>, shape: z.ZodType<Answer>): Promise<Answer> {
  try {
    return shape.parse(await asking);
  } catch (error) {
    if (error instanceof MirrorError || statusOf(error) !== undefined) throw error;
    // PouchDB does not check what it reads either.
    throw new MirrorError('not_couch', error instanceof Error ? error.message : String(error));
  }
}

/** Resolves to null where there is no such document. */
export async function absent<Answer>(reading: Promise<Answer>): Promise<Answer | null> {
  try {
    return await reading;
  } catch (error) {
    if (statusOf(error) === 404) return null;
    throw error;
  }
}

export function statusOf(error: unknown): number | undefined {
  return typeof error === 'object' && error !== null && 'status' in error ? Number(error.status) : undefined;
}
