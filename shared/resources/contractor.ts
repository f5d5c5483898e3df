/** Contractor: a firm that works on projects and hands in its own documents (contract, REST, R30). */
import * as z from 'zod';
import { defineResource } from '../resource.ts';
import { email, label, text } from './fields.ts';

const schema = z.object({
  name: label(1, 160),
  trade: text(120),
  contact_name: text(160),
  contact_email: email,
  contact_phone: text(40),
  company_number: text(40),
  active: z.boolean().default(true),
});

export const contractor = defineResource({
  kind: 'contractor',
  permission: 'projects:write',
  replicates: false,
  schema,
  policies: {
    name: 'server',
    trade: 'server',
    contact_name: 'server',
    contact_email: 'server',
    contact_phone: 'server',
    company_number: 'server',
    active: 'server',
  },
  columns: (body) => ({ status: body.active ? 'active' : 'inactive' }),
  admit: (_before, after) => after,
  events: () => [],
});
