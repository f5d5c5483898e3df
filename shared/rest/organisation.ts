/** Rows of the endpoint table: the organisation with its settings, its users, and the identity of a token (contract, Organisation). */
import * as z from 'zod';
import { roles } from '../model/access.ts';
import { organisationFields } from '../model/organisation.ts';
import { userRoles } from '../resources/user.ts';
import { actionRow, anyOf, changes, creates, type Endpoint, ownId, paged, reads, readRow } from './endpoint.ts';
import { listOf, recordReply, userFields, userReply } from './shapes.ts';

const organisationReply = recordReply(organisationFields).omit({ created_by: true });

const meReply = z.object({
  actor: z.object({ id: z.string(), name: z.string() }),
  /** The user that the token acts as; null if it acts on its own behalf. */
  user_id: z.string().nullable(),
  role: z.enum(roles),
  /** Its permissions: its role, limited by its scopes. */
  permissions: z.array(z.string()),
  scopes: z.array(z.string()).nullable(),
  organisation: z.object({ id: z.string(), name: z.string() }),
  token: z.object({ id: z.string(), name: z.string(), expires_at: z.string().nullable() }),
});

export const organisationEndpoints = {
  getOrganisation: readRow(
    '/api/v1/organisation',
    'projects:read',
    'Reads the organisation of the token.',
    organisationReply,
  ),
  updateOrganisation: {
    ...changes,
    path: '/api/v1/organisation',
    permission: 'organisation:manage',
    summary: 'Changes the fields that are sent; settings are merged member by member.',
    fields: organisationFields.partial(),
    reply: organisationReply,
  },
  getMe: readRow('/api/v1/me', null, 'The identity and permissions of the token.', meReply),
  listUsers: {
    ...reads,
    path: '/api/v1/users',
    permission: 'users:manage',
    summary: 'Lists the users of the organisation, newest first.',
    query: z.object({ ...paged, role: anyOf(userRoles), status: anyOf(['active', 'inactive']) }),
    reply: listOf(userReply),
  },
  createUser: {
    ...creates,
    path: '/api/v1/users',
    permission: 'users:manage',
    summary: 'Creates a user. A token can then be made that acts as this user.',
    fields: userFields,
    body: z.object({ ...ownId }),
    reply: userReply,
  },
  getUser: readRow('/api/v1/users/{user}', 'users:manage', 'Reads one user.', userReply),
  updateUser: {
    ...changes,
    path: '/api/v1/users/{user}',
    permission: 'users:manage',
    summary: 'Changes the fields that are sent. A new role applies to the user’s tokens at once.',
    fields: userFields.partial(),
    reply: userReply,
  },
  deactivateUser: actionRow(
    '/api/v1/users/{user}/deactivate',
    'users:manage',
    'Deactivates a user and permanently revokes all tokens that act as this user.',
    userReply,
  ),
  reactivateUser: actionRow(
    '/api/v1/users/{user}/reactivate',
    'users:manage',
    'Reactivates a user, who needs a new token.',
    userReply,
  ),
  removePasskeys: actionRow(
    '/api/v1/users/{user}/remove-passkeys',
    'users:manage',
    'Removes all passkeys of a user who lost them: from then on the link alone signs them in.',
    z.object({ removed: z.int() }),
  ),
} as const satisfies Readonly<Record<string, Endpoint>>;
