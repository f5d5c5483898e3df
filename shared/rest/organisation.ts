/** Rows of the endpoint table: the organisation with its settings, its users, and the identity of a token (contract, Organisation). */
import * as z from 'zod';
import { roles } from '../model/access.ts';
import { organisationFields } from '../model/organisation.ts';
import { userRoles } from '../resources/user.ts';
import { acts, anyOf, changes, creates, type Endpoint, ownId, paged, reads } from './endpoint.ts';
import { listOf, userFields, userReply } from './shapes.ts';

const organisationReply = z.object({
  id: z.string(),
  ...organisationFields.shape,
  created_at: z.string(),
  updated_at: z.string(),
  revision: z.int(),
});

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
  getOrganisation: {
    ...reads,
    path: '/api/v1/organisation',
    permission: 'projects:read',
    summary: 'Reads the organisation of the token.',
    reply: organisationReply,
  },
  updateOrganisation: {
    ...changes,
    path: '/api/v1/organisation',
    permission: 'organisation:manage',
    summary: 'Changes the fields that are sent; settings are merged member by member.',
    fields: organisationFields.partial(),
    reply: organisationReply,
    emits: [],
  },
  getMe: {
    ...reads,
    path: '/api/v1/me',
    permission: null,
    summary: 'The identity and permissions of the token.',
    reply: meReply,
  },
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
    emits: [],
  },
  getUser: {
    ...reads,
    path: '/api/v1/users/{user}',
    permission: 'users:manage',
    summary: 'Reads one user.',
    reply: userReply,
  },
  updateUser: {
    ...changes,
    path: '/api/v1/users/{user}',
    permission: 'users:manage',
    summary: 'Changes the fields that are sent. A new role applies to the user’s tokens at once.',
    fields: userFields.partial(),
    reply: userReply,
    emits: [],
  },
  deactivateUser: {
    ...acts,
    path: '/api/v1/users/{user}/deactivate',
    permission: 'users:manage',
    summary: 'Deactivates a user and permanently revokes all tokens that act as this user.',
    reply: userReply,
    emits: [],
  },
  reactivateUser: {
    ...acts,
    path: '/api/v1/users/{user}/reactivate',
    permission: 'users:manage',
    summary: 'Reactivates a user, who needs a new token.',
    reply: userReply,
    emits: [],
  },
} as const satisfies Readonly<Record<string, Endpoint>>;
