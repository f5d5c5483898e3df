/** Standing export: the files of a document that the server keeps current (contract, Exports, EX54). A document has one at most. */
import * as z from 'zod';
import { bookkeeping } from '../model/declared-fields.ts';
import { person, recordId } from '../model/fields.ts';
import { Problem } from '../model/problem.ts';
import { defineResource } from '../model/resource.ts';
import { documentOf } from './belongs.ts';
import { exportJob } from './export.ts';
import { once } from '../base/once.ts';

const fields = once(() => ({
  document_id: bookkeeping(recordId, 'immutable'),
  /** None: the document has no standing export any more. */
  formats: bookkeeping(z.array(exportJob.schema.shape.format).max(2), 'first-wins'),
  /** The version in force, or the working draft while there is one. */
  of: bookkeeping(z.enum(['current', 'draft']), 'first-wins'),
  set_by: bookkeeping(person.nullable().default(null)),
}));

export const standingExport = defineResource({
  kind: 'standing_export',
  permission: 'exports:write',
  replicates: false,
  fields,
  columns: (body) => ({ document_id: body.document_id }),
  reads: (body) => ({ ids: [body.document_id] }),
  admit: (_before, after, world) => {
    // The endpoint finds the one of the document; a device could make a second.
    if (world.origin !== 'rest') throw new Problem('forbidden', 'Standing exports are set in the office.');
    documentOf(world, after.document_id);
    return { ...after, formats: [...new Set(after.formats)], set_by: { id: world.author.id, name: world.author.name } };
  },
  events: () => [],
});
