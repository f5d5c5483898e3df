/** Contractor: a firm that works on projects and submits its own documents (contract, Contractors, CT1). */
import * as z from 'zod';
import { defineResource } from '../model/resource.ts';
import { date, email, label, text } from '../model/fields.ts';
import { once } from '../base/once.ts';

const pounds = z.int().min(0).max(1_000_000_000_000).nullable().optional();

const fields = once(() => ({
  name: label(1, 160),
  trade: text(120),
  contact_name: text(160),
  contact_email: email,
  contact_phone: text(40),
  company_number: text(40),
  /** Membership of a Safety Schemes in Procurement (SSIP) scheme. */
  ssip: z
    .object({ scheme: text(120), expires_on: date })
    .nullable()
    .optional(),
  insurance: z
    .object({ public_liability_gbp: pounds, employers_liability_gbp: pounds, expires_on: date })
    .nullable()
    .optional(),
  active: z.boolean().default(true),
}));

export const contractor = defineResource({
  kind: 'contractor',
  permission: 'contractors:write',
  replicates: false,
  fields,
  idColumn: 'contractor_id',
  contractorAccess: 'contractor_id',
  columns: (body) => ({ status: body.active ? 'active' : 'inactive' }),
  admit: (_before, after) => after,
  events: () => [],
});
