/** Site: the place where a project's work happens, with its emergency information. */
import * as z from 'zod';
import { content } from '../model/declared-fields.ts';
import { defineResource } from '../model/resource.ts';
import { existing } from './belongs.ts';
import { label, longText, recordId, text } from '../model/fields.ts';

const fields = {
  project_id: recordId,
  name: label(1, 160),
  address: text(500),
  city: text(120),
  postcode: text(12),
  latitude: z.number().min(-90).max(90).nullable().optional(),
  longitude: z.number().min(-180).max(180).nullable().optional(),
  site_contact_name: text(160),
  site_contact_phone: text(40),
  access_notes: content(longText(4000).optional(), 'text'),
  emergency_assembly_point: content(longText(1000).optional(), 'text'),
  nearest_hospital: text(300),
  nearest_hospital_address: text(500),
};

export const site = defineResource({
  kind: 'site',
  permission: 'projects:write',
  replicates: true,
  fields,
  idColumn: 'site_id',
  contractorAccess: 'project_id',
  columns: (body) => ({ project_id: body.project_id }),
  reads: (body) => ({ ids: [body.project_id] }),
  admit: (before, after, world) => {
    if (before?.project_id !== after.project_id) existing(world, after.project_id, 'project', 'project_id');
    return after;
  },
  events: () => [],
});
