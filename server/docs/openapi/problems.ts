/** The problems an endpoint can respond with: those that follow from its row of the table, and those of its own rules. */
import type { ProblemCode } from '../../../shared/model/problem.ts';
import { takesIfMatch, takesKey, takesOwnId, type Endpoint } from '../../../shared/rest/endpoint.ts';
import { entryOf, problemEntries } from './problem-codes.ts';
import type { Reference, Response, Schema } from './types.ts';

const contentLocked: readonly ProblemCode[] = ['document_locked', 'document_archived'];
const document: readonly ProblemCode[] = ['project_closed', 'site_closed', 'reference_unknown'];
/** Only entries can be removed. */
const entry: readonly ProblemCode[] = [...contentLocked, 'gone'];
const rated: readonly ProblemCode[] = ['risk_after_exceeds_before'];
const decision: readonly ProblemCode[] = ['stale_version', 'not_reviewer'];
const approval: readonly ProblemCode[] = ['self_approval', 'residual_too_high', 'compliance_blocked', 'not_minor'];
const projectMove: readonly ProblemCode[] = ['invalid_transition', 'reference_taken', 'reference_unknown'];

/** Problems from the rules of the kinds (shared/resources, server/rest). A test compares them with real responses. */
const ownProblems: Readonly<Record<string, readonly ProblemCode[]>> = {
  createSite: ['reference_unknown'],
  updateSite: ['conflict', 'reference_unknown'],
  uploadPhotos: ['quota_exceeded'],
  getPhoto: ['photo_gone'],
  getLogo: ['photo_gone', 'not_found'],
  inviteContractor: ['conflict', 'project_closed', 'reference_unknown'],
  submitSubmission: ['reference_unknown'],
  resendInvitation: ['conflict'],
  submitByInvitation: ['reference_unknown'],
  createDocument: document,
  updateDocument: [...document, ...contentLocked],
  duplicate: [...document, 'conflict'],
  createProject: ['reference_taken', 'reference_unknown'],
  updateProject: projectMove,
  restoreProject: ['invalid_transition'],
  submitReview: ['conflict', 'reference_unknown', 'self_approval', 'content_incomplete'],
  approve: [...decision, ...approval],
  reject: decision,
  discard: ['document_not_approved'],
  askToBrief: ['document_not_approved', 'site_closed'],
  meetCondition: ['document_not_approved', 'stale_version', 'conflict'],
  reopenCondition: ['document_not_approved', 'stale_version', 'conflict'],
  answerReviewComment: contentLocked,
  restore: ['project_closed'],
  createSection: [...entry, 'conflict'],
  updateSection: [...contentLocked, 'conflict'],
  removeSection: contentLocked,
  restoreSection: contentLocked,
  reorderSections: [...contentLocked, 'order_mismatch'],
  createHazard: [...entry, ...rated],
  updateHazard: [...contentLocked, ...rated],
  removeHazard: contentLocked,
  restoreHazard: contentLocked,
  reorderHazards: [...contentLocked, 'order_mismatch'],
  createCoshhAssessment: [...entry, ...rated],
  updateCoshhAssessment: [...contentLocked, ...rated],
  removeCoshhAssessment: contentLocked,
  restoreCoshhAssessment: contentLocked,
  createPersonnelEntry: entry,
  updatePersonnelEntry: contentLocked,
  removePersonnelEntry: contentLocked,
  restorePersonnelEntry: contentLocked,
  recordSignoff: [
    'document_not_approved',
    'version_not_approved',
    'content_hash_mismatch',
    'integrity_mismatch',
    'site_closed',
  ],
  settleConflict: ['invalid_transition', 'gone', ...contentLocked],
  listEvents: ['history_changed', 'events_gone'],
  exportDocument: ['version_not_approved'],
  getExportFile: ['conflict', 'export_gone'],
  exportProject: ['reference_unknown'],
  getProjectExportFile: ['conflict', 'export_gone'],
  createWebhook: ['webhook_test_failed'],
  createUser: ['conflict', 'reference_unknown'],
  updateUser: ['conflict', 'reference_unknown'],
  deactivateUser: ['conflict', 'invalid_transition'],
  reactivateUser: ['conflict', 'invalid_transition'],
  createToken: ['conflict', 'reference_unknown'],
  createDeviceCode: ['reference_unknown'],
  createSignCode: ['stale_version', 'document_not_approved', 'site_closed'],
  updateToken: ['reference_unknown'],
  revokeToken: ['conflict'],
  updateWebhook: ['webhook_test_failed'],
  enableWebhook: ['webhook_test_failed'],
  testWebhook: ['webhook_test_failed'],
  rotateWebhookSecret: ['conflict'],
  recoverDeliveries: ['webhook_disabled'],
  retryDelivery: ['webhook_disabled'],
  createMirror: ['reference_unknown'],
  updateMirror: ['reference_unknown'],
  createPermit: document,
  updatePermit: [...document, 'invalid_transition'],
  acceptPermit: ['conflict', 'separation_of_duties'],
  openPermit: ['conditions_not_met', 'permit_not_valid', 'document_not_approved', 'document_archived'],
  resumePermit: ['permit_not_valid', 'separation_of_duties'],
  extendPermit: ['permit_not_valid', 'separation_of_duties'],
  handOverPermit: ['conflict', 'separation_of_duties'],
  startFireWatch: ['conflict', 'reference_unknown'],
  endFireWatch: ['conflict', 'reference_unknown'],
  closePermit: ['conditions_not_met', 'separation_of_duties'],
  createWorker: ['reference_unknown'],
  updateWorker: ['reference_unknown'],
  addWorkerCard: ['precondition_failed'],
  createIncident: ['reference_unknown'],
  updateIncident: ['invalid_transition', 'reference_unknown'],
  closeIncident: ['conflict'],
};

/** Actions that are possible in every state that a record can be changed in. */
const inAnyState = ['answerReviewComment', 'addIncidentNote'];

/** For the test that every row names an endpoint that exists. */
export const endpointsWithOwnProblems: readonly string[] = Object.keys(ownProblems);

export function problemCodesOf(name: string, endpoint: Endpoint): ProblemCode[] {
  const { method, path, permission, query, fields, body, upload, reply, status } = endpoint;
  const reads = fields !== undefined || body !== undefined;
  const changesState = method === 'POST' && status === 200 && fields !== undefined && !inAnyState.includes(name);
  const when = (holds: unknown, ...codes: readonly ProblemCode[]): readonly ProblemCode[] => (holds ? codes : []);
  return [
    ...new Set<ProblemCode>([
      'bad_request',
      'unauthenticated',
      // Even if every role has it: a token may be limited to less.
      ...when(permission !== null, 'forbidden'),
      ...when(path.includes('{'), 'not_found'),
      ...when(reply !== 'nothing', 'not_acceptable'),
      ...when(takesKey(endpoint), 'idempotency_key_reused'),
      ...when(reads, 'malformed_json', 'json_too_complex'),
      ...when(reads || upload, 'payload_too_large', 'unsupported_media_type'),
      ...when(reads || upload || query, 'validation_failed'),
      ...when(query && 'cursor' in query.shape, 'history_changed'),
      ...when(body !== undefined && 'id' in body.shape, 'id_conflict'),
      // If-None-Match: *
      ...when(takesOwnId(endpoint), 'precondition_failed'),
      ...when(reads, 'unknown_field'),
      ...when(takesIfMatch(endpoint), 'precondition_failed', 'precondition_required'),
      ...when(changesState, 'invalid_transition'),
      ...(ownProblems[name] ?? []),
      'rate_limited',
      'internal_error',
      'unavailable',
    ]),
  ];
}

/** One response per status; those that are the same everywhere are components. */
export function problemReplies(name: string, endpoint: Endpoint): Record<string, Response | Reference> {
  const codes = problemCodesOf(name, endpoint);
  const byStatus = Map.groupBy(codes, (code) => entryOf(code).status);
  return Object.fromEntries(
    [...byStatus]
      .toSorted(([a], [b]) => a - b)
      .map(([status, those]) => [String(status), replyFor(status, those, endpoint)]),
  );
}

function replyFor(status: number, codes: readonly ProblemCode[], endpoint: Endpoint): Response | Reference {
  const all = problemEntries.filter((each) => each.status === status).length;
  return codes.length === all && all === 1
    ? { $ref: `#/components/responses/${responseName(codes)}` }
    : problemReply(codes, endpoint);
}

/** Without an endpoint: for any. */
function problemReply(codes: readonly ProblemCode[], endpoint?: Endpoint): Response {
  return {
    description: codes.map((code) => `\`${code}\`: ${entryOf(code).meaning}`).join('\n\n'),
    headers: { 'X-Request-Id': { $ref: '#/components/headers/RequestId' }, ...headersOf(codes, endpoint) },
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    'x-problem-codes': codes,
  };
}

/** Statuses of problems found after the body was read. */
const afterTheBody: readonly number[] = [403, 404, 409, 410, 412, 422, 500, 503];

function headersOf(codes: readonly ProblemCode[], endpoint: Endpoint | undefined): Record<string, Reference> {
  const reads = endpoint === undefined || endpoint.fields !== undefined || endpoint.body !== undefined;
  const mayRepeat = endpoint === undefined || takesKey(endpoint);
  const comesWith = (statuses: readonly number[]): boolean =>
    codes.some((code) => statuses.includes(entryOf(code).status));
  const header = (name: string): Reference => ({ $ref: `#/components/headers/${name}` });
  return {
    ...(codes.includes('unauthenticated') || codes.includes('forbidden')
      ? { 'WWW-Authenticate': header('Challenge') }
      : {}),
    ...(codes.includes('precondition_failed') ? { ETag: header('ETag') } : {}),
    ...(reads && comesWith(afterTheBody) ? { 'X-Ignored-Fields': header('IgnoredFields') } : {}),
    ...(comesWith(afterTheBody)
      ? { 'X-Ignored-Parameters': header('IgnoredParameters'), 'Preference-Applied': header('PreferenceApplied') }
      : {}),
    ...(mayRepeat && comesWith([409, 422]) ? { 'Idempotency-Replayed': header('IdempotencyReplayed') } : {}),
    ...(codes.includes('rate_limited')
      ? { 'RateLimit-Policy': header('RateLimitPolicy'), RateLimit: header('RateLimit') }
      : {}),
    ...(codes.includes('unavailable') || codes.includes('rate_limited') ? { 'Retry-After': header('RetryAfter') } : {}),
  };
}

/** `PreconditionFailed` of `precondition_failed`. */
function responseName([code = '']: readonly string[]): string {
  return code.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** The responses whose status has a single code. */
export function sharedProblems(): Record<string, Response> {
  const byStatus = Map.groupBy(problemEntries, ({ status }) => status);
  return Object.fromEntries(
    [...byStatus.values()]
      .filter((entries) => entries.length === 1)
      .map((entries) => entries.map(({ code }) => code))
      .map((codes) => [responseName(codes), problemReply(codes)]),
  );
}

export const problemSchemas: Readonly<Record<string, Schema>> = {
  ProblemCode: {
    type: 'string',
    enum: problemEntries.map(({ code }) => code),
    description: 'Stable, from a closed list: branch on this.',
  },
  FieldProblem: {
    type: 'object',
    description: 'One error in a field, parameter or header.',
    properties: {
      pointer: { type: 'string', description: 'JSON Pointer as a URI fragment: `#/controls/0/description`.' },
      parameter: { type: 'string', description: 'Name of a query parameter.' },
      header: { type: 'string', description: 'Name of a header.' },
      code: { type: 'string' },
      detail: { type: 'string' },
    },
    required: ['code', 'detail'],
  },
  Problem: {
    type: 'object',
    description: 'RFC 9457. Some problems have further members, such as `from` and `allowed` of a refused action.',
    properties: {
      type: { type: 'string', format: 'uri', description: 'Address of the explanation of the code.' },
      title: { type: 'string' },
      status: { type: 'integer', minimum: 400, maximum: 599 },
      detail: { type: 'string', description: 'What happened in this case, for people.' },
      instance: { type: 'string', description: 'The path that was called.' },
      code: { $ref: '#/components/schemas/ProblemCode' },
      request_id: { type: 'string', description: 'The `X-Request-Id`; quote it in support requests.' },
      errors: { type: 'array', items: { $ref: '#/components/schemas/FieldProblem' } },
    },
    required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'request_id'],
  },
};
