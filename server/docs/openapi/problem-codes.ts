/** Every problem code with its explanation: what it means and what the caller can do. */
import { Problem, type ProblemCode } from '../../../shared/model/problem.ts';

const meanings: Readonly<Record<ProblemCode, string>> = {
  malformed_json: 'The body is not JSON in UTF-8, or repeats a member.',
  json_too_complex: 'The body is deeper than 32 levels or has more than 50,000 parts.',
  bad_request: 'The address, a header or a multipart body cannot be read.',
  unauthenticated: 'The token is missing, wrong, revoked or expired.',
  forbidden: 'The token lacks the named `permission`, or is not meant for this call.',
  read_only: 'Sync only: the role or the scopes of the token allow no change, so nothing of the push was processed.',
  not_found: 'No resource has this id. Records of other organisations look the same.',
  method_not_allowed: 'The address does not support this method; `Allow` lists those it does.',
  not_acceptable: 'The response is not available in any media type that `Accept` names.',
  out_of_order: 'Sync only: the predecessors in `missing` are unknown; push them first, or name them in `ahead_of`.',
  command_forked:
    'Sync only: the id of the command belongs to another one, in `other` if it is kept; send it as a new command.',
  command_too_old:
    'Sync only: the command was made longer ago than the server remembers commands; send it as a new command.',
  conditions_not_met: 'Conditions are not met yet; `unmet` lists each with what is required and what was done.',
  conflict: 'The request conflicts with the current state; the detail says why.',
  document_archived: 'The document is archived; restore it first.',
  document_locked: 'The document is under review or approved; withdraw, reject or revise it first.',
  document_not_approved: 'There is no approved version to sign.',
  gone: 'The record with this id was deleted; use another id.',
  history_changed:
    'The server was restored from a backup after it gave out this cursor, so what was read may not be there any more: forget the cursor, and read everything again from the start. `shared_sequence` is the last position from before the backup, if known; of events, what was read until then still holds, and `shared_after` reads on from there.',
  id_conflict: 'A record with this id and other content exists.',
  invalid_transition: 'The action is not possible in this state; `from` and `allowed` say which are.',
  permit_not_valid: 'The permit was not valid at that time.',
  project_closed: 'The project is completed or archived and accepts nothing new.',
  site_closed: 'The site is archived and accepts nothing new.',
  content_incomplete: 'The document lacks content that the organisation requires; `errors` points to every gap.',
  compliance_blocked: 'Failed compliance rules block the approval; `blocking_failures` names them.',
  not_minor: 'The change requires a new briefing; `errors` lists what changed. Approve it as material.',
  not_reviewer: 'Another person was asked to review; an owner or admin may decide instead, with a reason.',
  reference_taken: 'Another project has this reference.',
  residual_too_high:
    'The residual risk of some hazards is too high or not accepted in writing; `hazards` and `errors` name them.',
  self_approval: 'A person who submitted or edited the version may not approve it.',
  separation_of_duties: 'A different person has to do this; the detail says who, or why.',
  stale_version: 'The content has changed since it was read; read it again before deciding.',
  version_not_approved: 'The named version was never approved.',
  webhook_disabled: 'The subscription is disabled; enable it first.',
  events_gone:
    'Events after this position were deleted; `oldest_sequence` is the first one still there. Read the current state by the lists, then continue without `after`.',
  export_gone: 'The file was deleted; request a new export.',
  photo_gone: 'The server has no file for this photo, as after a restore; who still has the picture uploads it again.',
  precondition_failed:
    'The record has changed since it was read, or already exists; `current_etag` is its current ETag.',
  payload_too_large: 'The body is larger than 1 MiB, or a photo larger than 15 MiB.',
  unsupported_media_type: 'The body has an unsupported media type, or is compressed.',
  blob_mismatch: 'Sync only: the uploaded file does not match the announced hash; it was discarded, upload it again.',
  content_hash_mismatch: 'The hash does not match the named version.',
  depends_on_refused: 'Sync only: a command that this one depends on was refused.',
  idempotency_key_reused: 'The Idempotency-Key was used with another body, token or permissions; use a new one.',
  integrity_mismatch: 'The sign-off does not match its seal, or its statement does not match the given hash.',
  order_mismatch: 'The order omits an entry, repeats one, or names an unknown one.',
  quota_exceeded: 'The organisation’s photos would exceed the storage quota in its settings.',
  reference_unknown: 'A record that the body refers to does not exist; `errors` points to it.',
  risk_after_exceeds_before: 'The risk after controls exceeds the risk before; check the ratings.',
  shape_retired:
    'Sync only: the app is too old for this change to be applied; the device keeps it, make the change again.',
  txn_refused: 'Sync only: another command of the same transaction was refused.',
  validation_failed: 'Fields or parameters are invalid; `errors` points to each.',
  webhook_test_failed: 'The endpoint did not answer the test event with 200; `reason` says what happened.',
  rate_limited: 'Too many calls of this kind; wait for `Retry-After`.',
  unknown_field: 'The organisation refuses unknown members; `errors` points to each.',
  precondition_required: 'The organisation requires `If-Match` on every change; send the `ETag` you read.',
  schema_too_new: 'Sync only: the app is newer than the server, and nothing was accepted; retry after `Retry-After`.',
  schema_too_old: 'Sync only: update the app to receive data; what it sends is still accepted.',
  internal_error: 'A server error, logged under the `request_id`.',
  unavailable: 'The server is starting, stopping or overloaded; retry after `Retry-After`.',
};

export interface ProblemEntry {
  readonly code: ProblemCode;
  readonly status: number;
  readonly title: string;
  readonly meaning: string;
}

/** By status. */
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
