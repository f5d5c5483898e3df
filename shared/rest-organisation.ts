/** Rows of the endpoint table: the organisation with its settings, users and API tokens. */
import * as z from 'zod';
import type { Endpoint } from './rest-endpoint.ts';
import { settingsSchema } from './settings.ts';

export const organisationEndpoints = {
  getOrganisation: {
    method: 'GET',
    path: '/api/v1/organisation',
    permission: 'projects:read',
    summary: 'The organisation that the token belongs to.',
    reply: z.object({
      id: z.string(),
      name: z.string(),
      settings: settingsSchema,
      created_at: z.string(),
    }),
    status: 200,
    emits: [],
  },
} as const satisfies Readonly<Record<string, Endpoint>>;
