/** Rows of the endpoint table: the organisation with its settings, its users, and the identity of a token (contract, Organisation). */
import * as z from 'zod';
import { roles } from '../model/access.ts';
import { logo, organisationFields } from '../model/organisation.ts';
import { userRoles } from '../resources/user.ts';
import {
  actionRow,
  acts,
  anyOf,
  changes,
  countFromOne,
  creates,
  type Endpoint,
  ownId,
  paged,
  reads,
  readRow,
  removes,
} from './endpoint.ts';
import { listOf, recordReply, userFields, userReply } from './shapes.ts';

const organisationReply = recordReply(organisationFields)
  .omit({ created_by: true })
  .extend({ logo: logo.omit({ sha256: true }).nullable() });

const meReply = z.object({
  actor: z.object({ id: z.string(), name: z.string() }),
  /** The user that the token acts as; null if it acts on its own behalf. */
  user_id: z.string().nullable(),
  role: z.enum(roles),
  /** Its permissions: its role, limited by its scopes. */
  permissions: z.array(z.string()),
  scopes: z.array(z.string()).nullable(),
  /** `timezone` = of the IANA database; null = not given. */
  organisation: z.object({ id: z.string(), name: z.string(), timezone: z.string().nullable() }),
  token: z.object({ id: z.string(), name: z.string(), expires_at: z.string().nullable() }),
});

/** One entry of the audit log: a request, who made it, and what it changed. */
const auditReply = z.object({
  sequence: z.int(),
  at: z.string(),
  actor: z.object({ id: z.string(), name: z.string(), role: z.string() }),
  origin: z.string(),
  request_id: z.string(),
  changes: z.array(
    z.object({
      kind: z.string(),
      id: z.string(),
      /** create, patch, remove, or the name of the action. */
      change: z.string(),
    }),
  ),
  /** Names the whole log up to here. */
  head: z.string(),
});

const integrityReply = z.object({
  /** Of the last check of the whole installation; `unknown` = there was none yet. */
  status: z.enum(['unknown', 'sound', 'damaged']),
  checked_at: z.string().nullable(),
  /** Null where the server does not check itself. */
  next_check_at: z.string().nullable(),
  /** Of the whole installation, as the commands noted them in the server’s data folder; null = never. */
  last_backup_at: z.string().nullable(),
  last_drill_at: z.string().nullable(),
});

export const organisationEndpoints = {
  listAudit: {
    ...reads,
    path: '/api/v1/audit',
    permission: 'organisation:manage',
    summary:
      'Lists the audit log, newest first: every request that changed something; continue with before = meta.next_before.',
    query: z.object({
      before: countFromOne.transform((seq) => Math.min(seq, Number.MAX_SAFE_INTEGER)).optional(),
      limit: countFromOne.transform((count) => Math.min(count, 1000)).default(100),
    }),
    reply: z.object({
      data: z.array(auditReply),
      /** `kinds` = all that a change can be of. */
      meta: z.object({ next_before: z.int().nullable(), kinds: z.array(z.string()) }),
    }),
  },
  getIntegrity: readRow(
    '/api/v1/integrity',
    'organisation:manage',
    'What the last comparison of the store with the audit log found, when the next one is, and the last backup and restore drill.',
    integrityReply,
  ),
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
  uploadLogo: {
    ...acts,
    path: '/api/v1/organisation/logo',
    permission: 'organisation:manage',
    summary: 'Stores the logo that exports print: one JPEG or PNG of up to 2 MiB, in logo. It replaces the one before.',
    upload: true,
    quota: 'upload',
    reply: organisationReply,
  },
  getLogo: readRow('/api/v1/organisation/logo', 'projects:read', 'Downloads the logo.', 'file'),
  removeLogo: {
    ...removes,
    path: '/api/v1/organisation/logo',
    permission: 'organisation:manage',
    summary: 'Removes the logo.',
  },
  getMe: {
    ...readRow('/api/v1/me', null, 'The identity and permissions of the token.', meReply),
    withinProjects: true,
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
