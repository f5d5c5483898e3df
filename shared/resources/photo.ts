/** Site photo, or a sheet of a supplier as PDF: the record of an upload, with the hash of its bytes; the bytes are in the blob store. */
import * as z from 'zod';
import { writtenOnce } from '../model/declared-fields.ts';
import { defineResource } from '../model/resource.ts';
import { existing } from './belongs.ts';
import { claimedInstant, recordId, text } from '../model/fields.ts';
import { once } from '../base/once.ts';

const fields = once(() =>
  writtenOnce({
    site_id: recordId,
    /** Of the stored file, which has no metadata. */
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
    /** Of the file that a device sent, by which its documents name it. */
    sent_sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .nullable()
      .optional(),
    media_type: z.enum(['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'application/pdf']),
    file_name: text(255),
    /** By the clock of the camera, as it claims. */
    taken_at: claimedInstant.nullable().optional(),
    bytes: z.int().positive(),
    width: z.int().positive().nullable().optional(),
    height: z.int().positive().nullable().optional(),
    /** Of a PDF. */
    pages: z.int().positive().nullable().optional(),
    /** Location to four decimals, if the organisation keeps it. */
    latitude: z.number().min(-90).max(90).nullable().optional(),
    longitude: z.number().min(-180).max(180).nullable().optional(),
  }),
);

export const photo = defineResource({
  kind: 'photo',
  permission: 'projects:write',
  // Users who write documents on site may add photos.
  devicePermission: 'documents:write',
  replicates: false,
  fields,
  contractorAccess: 'site_id',
  hasFile: true,
  takenAfterMove: true,
  columns: (body) => ({ site_id: body.site_id }),
  reads: (body) => ({ ids: [body.site_id] }),
  admit: (_before, after, world) => {
    existing(world, after.site_id, 'site', 'site_id');
    return after;
  },
  events: () => [],
});
