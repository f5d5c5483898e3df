/** Rows of the endpoint table: API tokens (contract, Tokens and settings). A token is shown once, in the response that creates it. */
import * as z from 'zod';
import { roles } from '../model/access.ts';
import { instant, oneLine } from '../model/fields.ts';
import { acts, anyOf, changes, creates, type Endpoint, paged, reads, readRow } from './endpoint.ts';
import { listOf, signoffFields } from './shapes.ts';
import { scopes } from '../sync/scopes.ts';

export const tokenStatuses = ['active', 'revoked', 'expired'] as const;

const tokenReply = z.object({
  id: z.string(),
  name: z.string(),
  status: z.enum(tokenStatuses),
  role: z.string(),
  scopes: z.array(z.string()).nullable(),
  actor: z.object({ id: z.string(), name: z.string() }),
  user_id: z.string().nullable(),
  ip_allow: z.array(z.string()).nullable(),
  project_ids: z.array(z.string()).nullable(),
  /** The device that it was first used on to sign; sign-offs that name another are flagged `device_mismatch`. */
  device_id: z.string().nullable(),
  prefix: z.string().nullable(),
  last_characters: z.string().nullable(),
  created_at: z.string(),
  created_by: z.string().nullable(),
  /** The token that it was created with; null = the operator made it. */
  parent_id: z.string().nullable(),
  expires_at: z.string().nullable(),
  never_expires: z.boolean(),
  last_used_at: z.string().nullable(),
  /** By how much the clock of its device was ahead of the server's, when it last said so; null = it never did. */
  clock_ahead_ms: z.int().nullable(),
  revoked_at: z.string().nullable(),
  /** What an administrator should mend: `never_expires` = the token is valid until somebody revokes it. */
  warnings: z.array(z.enum(['never_expires'])),
});

/** Projects that a token is limited to; it works for sync and few endpoints (`withinProjects`); null = the whole organisation. */
const projectIds = z.array(z.uuid().toLowerCase()).max(200).nullable().optional();

export const tokenEndpoints = {
  createToken: {
    ...creates,
    path: '/api/v1/tokens',
    permission: 'tokens:manage',
    summary: 'Creates a token, which is shown in this response only.',
    body: z.object({
      name: oneLine(160),
      role: z.enum(roles).nullable().optional(),
      scopes: z.array(z.enum(scopes)).min(1).max(100).nullable().optional(),
      user_id: z.uuid().toLowerCase().nullable().optional(),
      expires_at: instant.nullable().optional(),
      expires_in_days: z.int().min(1).max(730).nullable().optional(),
      ip_allow: z.array(z.string().max(64)).min(1).max(50).nullable().optional(),
      project_ids: projectIds,
    }),
    reply: tokenReply.extend({ token: z.string() }),
  },
  listTokens: {
    ...reads,
    path: '/api/v1/tokens',
    permission: 'tokens:manage',
    summary: 'Lists the tokens of the organisation, newest first, without their secrets.',
    query: z.object({ ...paged, status: anyOf(tokenStatuses), user_id: z.uuid().toLowerCase().optional() }),
    reply: listOf(tokenReply),
  },
  getToken: readRow('/api/v1/tokens/{token}', 'tokens:manage', 'Reads one token, without its secret.', tokenReply),
  updateToken: {
    ...changes,
    path: '/api/v1/tokens/{token}',
    permission: 'tokens:manage',
    summary:
      'Changes the name of a token, or which projects it is limited to; its devices receive and drop records accordingly.',
    /** `device_id` null = the next device that signs is the token's. */
    fields: z.object({ name: oneLine(160).optional(), project_ids: projectIds, device_id: z.null().optional() }),
    reply: tokenReply,
  },
  revokeToken: {
    ...acts,
    path: '/api/v1/tokens/{token}/revoke',
    permission: 'tokens:manage',
    summary:
      'Revokes a token at once, also for open streams, with all that were created with it, unless `keep_children` is true. Revoking it again has no effect.',
    body: z.object({ keep_children: z.boolean().default(false) }),
    reply: tokenReply.extend({ also_revoked: z.array(z.string()) }),
  },
  listDeviceCodes: {
    ...reads,
    path: '/api/v1/device-codes',
    permission: 'tokens:manage',
    summary: 'Lists the codes of the last day that no tablet has used, newest first, without the codes themselves.',
    reply: z.object({
      data: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          status: z.enum(['waiting', 'expired']),
          project_ids: z.array(z.string()).nullable(),
          created_at: z.string(),
          expires_at: z.string(),
        }),
      ),
    }),
  },
  createDeviceCode: {
    ...acts,
    path: '/api/v1/device-codes',
    permission: 'tokens:manage',
    summary: 'Makes a code by which a tablet gets a token of its own, once, within 15 minutes.',
    body: z.object({
      /** Of the tablet, and of its token. */
      name: oneLine(160),
      project_ids: projectIds,
    }),
    // A limit that is not a field of this request must not be believed to hold.
    refusesUnknown: true,
    reply: z.object({
      id: z.string(),
      name: z.string(),
      /** `4TQX-9HNE`; only in this response. */
      code: z.string(),
      /** The page of the field app that takes the code, for a QR code. */
      url: z.string(),
      project_ids: z.array(z.string()).nullable(),
      expires_at: z.string(),
    }),
  },
  createSignCode: {
    ...acts,
    path: '/api/v1/documents/{document}/sign-codes',
    permission: 'signoffs:write',
    alsoReads: 'documents:read',
    withinProjects: true,
    summary:
      'Makes a code by which one person signs the version in force on their own phone, once, within 15 minutes, without an account.',
    body: z.object({
      /** The version that was told; another one in force is 409 `stale_version`. */
      version: z.int().positive(),
      worker: signoffFields.shape.worker,
      briefing: signoffFields.shape.briefing,
    }),
    refusesUnknown: true,
    reply: z.object({
      id: z.string(),
      /** For a QR code. The part after # is the code; it is only in this response. */
      url: z.string(),
      expires_at: z.string(),
    }),
  },
} as const satisfies Readonly<Record<string, Endpoint>>;
