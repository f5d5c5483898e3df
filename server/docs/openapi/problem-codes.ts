/** Every code of the closed table of problems, with what it means to the caller and what to do about it. */
import { Problem, type ProblemCode } from '../../../shared/model/problem.ts';

const meanings: Readonly<Record<ProblemCode, string>> = {
  malformed_json: 'The body is not JSON in UTF-8, or names a member twice.',
  json_too_complex: 'The body is deeper than 32 levels or has more than 50,000 parts.',
  bad_request: 'The address, a header or a multipart body cannot be read.',
  unauthenticated: 'There is no token, or it is wrong, revoked or expired.',
  forbidden: 'The role of the token lacks the `permission` that is named, or the token is not made for it.',
  not_found: 'Nothing here has this id. Another organisation’s record reads just the same.',
  method_not_allowed: 'The address exists, the method does not; `Allow` names those that do.',
  not_acceptable: 'The answer is in none of the media types that `Accept` names.',
  client_gap: 'Sync only: a command is missing before this one; push from the number that is expected.',
  conditions_not_met: 'Something has to be done first; `unmet` says what, how much is required and how much was done.',
  conflict: 'The request does not fit the present state; the detail says why.',
  document_archived: 'The document is archived; restore it first.',
  document_locked: 'The document is under review or approved; withdraw, reject or revise it first.',
  document_not_approved: 'There is no approved version to sign.',
  gone: 'The record with this id was removed; use another id.',
  id_conflict: 'The id is in use for a record with other content.',
  invalid_transition: 'The action is not possible in this state; `from` and `allowed` say what is.',
  permit_not_valid: 'The permit had not begun at that time, or had ended.',
  project_closed: 'The project is completed or archived and takes nothing new.',
  content_incomplete: 'The organisation asks for more than the document holds; `errors` points at every gap.',
  compliance_blocked: 'Rules of the compliance check fail that stop an approval; `blocking_failures` names them.',
  not_minor:
    'The change is one that people have to be briefed on; `errors` lists what changed. Approve it as material.',
  not_reviewer: 'Another person was asked to review; an owner or admin may decide instead, with a reason.',
  reference_taken: 'Another project has this reference.',
  residual_too_high: 'Hazards keep too much risk, or it is not accepted in writing; `hazards` and `errors` name them.',
  self_approval: 'Who submitted or edited the version may not approve it.',
  separation_of_duties: 'Somebody else has to do this; the detail says who, or why.',
  stale_version: 'What was decided on has changed since; read it again and decide again.',
  version_not_approved: 'The version that is named was never approved.',
  webhook_disabled: 'The subscription is disabled; enable it first.',
  export_gone: 'The file is no longer kept; ask for a new export.',
  precondition_failed:
    'The record has changed since it was read, or one that must be new is there; `current_etag` is its present ETag.',
  payload_too_large: 'The body is above 1 MiB, or a photo above 15 MiB.',
  unsupported_media_type: 'The body is not of a type that is read here, or is compressed.',
  blob_mismatch:
    'Sync only: the file that came is not the one that was announced; nothing of it is kept, send it again.',
  content_hash_mismatch: 'The hash is not that of the version that is named.',
  depends_on_refused: 'Sync only: a command that this one builds on was refused.',
  idempotency_key_reused: 'The Idempotency-Key was sent before with another body; use a new one.',
  integrity_mismatch:
    'The sign-off does not match the hash it was sealed with, or its statement the hash that it names.',
  order_mismatch: 'The order leaves an entry out, names one twice, or names one that is not there.',
  quota_exceeded: 'The photos of the organisation would take more room than its settings allow.',
  reference_unknown: 'A record that the body refers to does not exist; `errors` points at it.',
  risk_after_exceeds_before: 'Controls would make the hazard worse; check the ratings.',
  shape_retired:
    'Sync only: the change was made by an app so old that what it changes is no longer there; it is kept, do it anew.',
  txn_refused: 'Sync only: another command of the same group was refused.',
  validation_failed: 'Fields or parameters are wrong; `errors` points at each.',
  webhook_test_failed: 'The endpoint did not answer the test event with 200; `reason` says what happened.',
  rate_limited: 'Too many calls of this kind; `Retry-After` says when to go on.',
  unknown_field: 'The organisation takes no members that mean nothing; `errors` points at each.',
  precondition_required: 'The organisation asks for `If-Match` on every change; send the `ETag` that was read.',
  schema_too_new:
    'Sync only: the app is newer than the server, and nothing was taken; send the same again after `Retry-After`.',
  schema_too_old: 'Sync only: update the app to go on reading; what it has to send is still taken.',
  internal_error: 'A fault of the server, which has been logged under the `request_id`.',
  unavailable: 'The server is starting, stopping or overloaded; try again after `Retry-After`.',
};

export interface ProblemEntry {
  readonly code: ProblemCode;
  readonly status: number;
  readonly title: string;
  readonly meaning: string;
}

/** In the order of their statuses. */
export const problemEntries: readonly ProblemEntry[] = (Object.keys(meanings) as ProblemCode[]) // the keys of a total table
  .map((code) => {
    const { status, title } = new Problem(code).toBody('');
    return { code, status, title, meaning: meanings[code] };
  })
  .toSorted((a, b) => a.status - b.status || (a.code < b.code ? -1 : 1));

export function entryOf(code: ProblemCode): ProblemEntry {
  const entry = problemEntries.find((each) => each.code === code);
  if (!entry) throw new Error(`the problem ${code} is not explained in server/docs/openapi/problem-codes.ts`);
  return entry;
}
