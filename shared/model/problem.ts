/**
 * The closed table of client errors, as RFC 9457 problems (contract, "Problems"). `Problem` is thrown anywhere and caught only at the entry
 * points: REST, sync, the command line.
 */

const table = {
  malformed_json: [400, 'The body is not readable JSON'],
  json_too_complex: [400, 'The body is too deep or has too many parts'],
  bad_request: [400, 'The request cannot be read'],
  unauthenticated: [401, 'A valid bearer token is needed'],
  forbidden: [403, 'This token may not do that'],
  read_only: [403, 'This token may change nothing'],
  not_found: [404, 'There is nothing here'],
  method_not_allowed: [405, 'That method is not available here'],
  not_acceptable: [406, 'The answer is not available in that media type'],
  out_of_order: [409, 'An earlier command of this device is missing'],
  command_forked: [409, 'The id was used for another command'],
  command_too_old: [422, 'The command is older than the server remembers'],
  conditions_not_met: [409, 'A required step is missing'],
  conflict: [409, 'The request does not fit the current state'],
  document_archived: [409, 'The document is archived'],
  document_locked: [409, 'The document is locked for editing'],
  document_not_approved: [409, 'The document has no approved version'],
  gone: [409, 'The record was removed'],
  history_changed: [409, 'The server has another history than the cursor'],
  id_conflict: [409, 'The id is in use for something else'],
  invalid_transition: [409, 'That action is not possible in this state'],
  permit_not_valid: [409, 'The permit is not valid at that time'],
  project_closed: [409, 'The project accepts no new documents'],
  content_incomplete: [409, 'The document lacks required content'],
  compliance_blocked: [409, 'The compliance check stops the approval'],
  not_minor: [409, 'The change is not minor'],
  not_reviewer: [409, 'Someone else was asked to review'],
  reference_taken: [409, 'The reference is in use'],
  residual_too_high: [409, 'The residual risk is too high'],
  self_approval: [409, 'Someone else has to approve'],
  separation_of_duties: [409, 'One person may not do both'],
  site_closed: [409, 'The site accepts nothing new'],
  stale_version: [409, 'The content has changed since it was read'],
  version_not_approved: [409, 'That version was never approved'],
  webhook_disabled: [409, 'The webhook is disabled'],
  events_gone: [410, 'The events were deleted'],
  export_gone: [410, 'The file was deleted'],
  photo_gone: [410, 'The file of the photo is lost'],
  precondition_failed: [412, 'The resource has changed'],
  payload_too_large: [413, 'The body is too large'],
  unsupported_media_type: [415, 'That media type is not supported here'],
  blob_mismatch: [422, 'The bytes do not have the hash that was announced'],
  content_hash_mismatch: [422, 'The content hash does not match the version'],
  depends_on_refused: [422, 'An earlier command that this one builds on was refused'],
  idempotency_key_reused: [422, 'The idempotency key was used for something else'],
  integrity_mismatch: [422, 'The record does not match its own seal'],
  order_mismatch: [422, 'The order must name every entry exactly once'],
  quota_exceeded: [422, 'The quota is used up'],
  reference_unknown: [422, 'The request names something that does not exist'],
  risk_after_exceeds_before: [422, 'The rating after controls is above the rating before'],
  shape_retired: [422, 'The change has a shape that is no longer accepted'],
  txn_refused: [422, 'Another change of the same group was refused'],
  validation_failed: [422, 'The request is not valid'],
  webhook_test_failed: [422, 'The endpoint did not accept the test event'],
  unknown_field: [422, 'The body has unknown members'],
  precondition_required: [428, 'The request must name the revision that it changes'],
  schema_too_new: [409, 'This server is older than the app'],
  schema_too_old: [426, 'This copy of the app is too old to read new data'],
  rate_limited: [429, 'Request cannot be satisfied as assigned quota has been exceeded'],
  internal_error: [500, 'Something went wrong on the server'],
  unavailable: [503, 'The server is not able to answer just now'],
} as const satisfies Readonly<Record<string, readonly [status: number, title: string]>>;

export type ProblemCode = keyof typeof table;

/** An error in one field; `pointer` is a JSON Pointer as a URI fragment, `#/controls/0/description`. */
export interface FieldProblem {
  readonly pointer?: string;
  readonly parameter?: string;
  readonly header?: string;
  readonly code: string;
  readonly detail: string;
}

/** The body of every 4xx and 5xx response (RFC 9457 plus `code`, `request_id` and members of the individual problem). */
export interface ProblemBody {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  readonly instance?: string;
  readonly request_id?: string;
  readonly errors?: readonly FieldProblem[];
  readonly [member: string]: unknown;
}

export class Problem extends Error {
  readonly code: ProblemCode;
  readonly status: number;
  readonly detail: string;
  readonly errors: readonly FieldProblem[];
  /** Further members of the body, such as `from` and `allowed` of a refused transition. */
  readonly members: Readonly<Record<string, unknown>>;
  /** Of the response by HTTP. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ProblemCode,
    detail?: string,
    more: {
      readonly errors?: readonly FieldProblem[];
      readonly members?: Readonly<Record<string, unknown>>;
      readonly headers?: Readonly<Record<string, string>>;
    } = {},
  ) {
    const [status, title] = table[code];
    super(detail ?? title);
    this.name = 'Problem';
    this.code = code;
    this.status = status;
    this.detail = detail ?? `${title}.`;
    this.errors = more.errors ?? [];
    this.members = more.members ?? {};
    this.headers = more.headers ?? {};
  }

  /** The body as sent; `base` is the server's own URL, under which the problem types are described. */
  toBody(base: string): ProblemBody {
    return {
      type: `${base}/problems/${this.code}`,
      title: table[this.code][1],
      status: this.status,
      detail: this.detail,
      code: this.code,
      ...this.members,
      ...(this.errors.length > 0 ? { errors: this.errors } : {}),
    };
  }
}

export function isProblemCode(code: string): code is ProblemCode {
  return Object.hasOwn(table, code);
}
