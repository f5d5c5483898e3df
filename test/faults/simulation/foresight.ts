/**
 * What the server must say to a command, worked out before it has said it (contract, The simulation): a document that is closed, a
 * record outside the token's projects or removed, a step that leads nowhere. It looks at nothing but what was acknowledged until then.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Role } from '../../../shared/model/access.ts';
import type { Act, Command } from '../../../shared/model/command.ts';
import type { Json, JsonObject } from '../../../shared/base/json.ts';
import { madeAtMs } from '../../../shared/sync/command-identity.ts';
import type { Badge } from './badge.ts';
import { markActions, type Life } from './life.ts';
import { expected, plain, ruleOf } from './merge-oracle.ts';
import { entryKinds, isDecision, type Model } from './model.ts';
import { obstacle } from './stages.ts';

/** Who sends a command, by what the token may do now. */
export interface Sender {
  readonly role: Role;
  /** Projects that the token is limited to; null = none but those of the organisation. */
  readonly grant: readonly string[] | null;
  /** What it was limited to before, until then; absent = nothing else. */
  readonly past?: Badge['past'];
}

type Grant = Sender['grant'];

/** Codes with which the command may be refused; null among them = it may be taken. */
export type Foreseen = readonly (string | null)[];

const taken: Foreseen = [null];
const evidence: readonly string[] = ['signoff'];
/** What a supervisor may not do. The tablet itself refuses it once it knows its role. */
const managed = [
  ...['approve', 'reject', 'archive', 'restore', ...markActions].map((action) => `${action} document`),
  'patch project',
  'triage incident',
  'close incident',
];

const outOfSight: Foreseen = ['not_found', 'reference_unknown', 'id_conflict', 'forbidden'];

/**
 * By what the sender is limited to, and where that hides what the command is about, by what it was limited to when it made the command of
 * this id. Photos and reports are made when their own ids were, and for 30 days more. `nowMs` = since 1970; who made it later than that has a wrong clock.
 */
export function foreseeAt(
  model: Model,
  { id, command, nowMs }: { readonly id: string; readonly command: Command; readonly nowMs: number },
  { role, grant, past = [] }: Sender,
): Foreseen {
  const now = foresee(model, command, { role, grant });
  const { kind, id: record } = command;
  const isEvidence = command.op === 'create' && ['photo', 'incident'].includes(kind);
  const madeMs = isEvidence ? Math.min(madeAtMs(id), madeAtMs(record)) : madeAtMs(id);
  const graceMs = isEvidence ? 30 * 86_400_000 : 0;
  const then = grant ? past.filter(({ untilMs }) => madeMs < untilMs + graceMs || madeMs > nowMs) : [];
  return then.reduce<Foreseen>((said, earlier) => {
    if (!said.some((code) => outOfSight.includes(code))) return said;
    const again = movesRecord(model, command) ? outOfSight : foresee(model, command, { role, grant: earlier.grant });
    const isFound = !earlier.wasSetBack && !again.some((code) => outOfSight.includes(code));
    const isSure = isFound && said.every((code) => outOfSight.includes(code));
    return isSure ? again : [...said, ...again];
  }, now);
}

/** Whether the limits of now hide what the command is about: if it is taken, then by those of before. */
export function isOutOfSight(model: Model, command: Command, { role, grant }: Sender): boolean {
  return foresee(model, command, { role, grant }).some((code) => outOfSight.includes(code));
}

/** Nothing is moved under limits that are over. */
function movesRecord(model: Model, command: Command): boolean {
  const record = model.records.get(command.id);
  return (
    command.op === 'patch' &&
    record !== undefined &&
    leavesProject(model, record.fields, { ...record.fields, ...command.set })
  );
}

export function foresee(model: Model, command: Command, { role, grant }: Sender): Foreseen {
  const { op, kind, id } = command;
  const allowed: Foreseen = grant && isOfOrganisation(model, command) ? ['forbidden'] : taken;
  if (kind === 'conflict') return ofConflict(model, id, grant, allowed);
  const record = model.records.get(id);
  if (record && !isSeen(model, id, grant)) return [op === 'create' ? 'id_conflict' : 'not_found'];
  const step = op === 'act' ? command.action : op;
  if (role === 'supervisor' && managed.includes(`${step} ${kind}`)) return ['forbidden'];
  if (op === 'create') return record ? taken : ofCreation(model, command, grant, allowed);
  if (!record) return ['not_found'];
  if (op === 'act') {
    if (kind === 'document') return ofStep(model, command, allowed);
    const { valid_from: from, valid_to: to } = record.fields;
    const validity = { from: String(from), to: String(to) };
    const found = obstacle(kind, command.action, model.stages.get(id), validity, String(command.args['at']));
    return found === null ? allowed : [found];
  }
  if (op === 'remove') return record.deleted ? taken : lockOf(model, String(record.fields['document_id']), allowed);
  return ofPatch(model, command, grant, allowed);
}

/** Whether a decision saw the content that was submitted shows at the end, when the rounds are read (check-server.ts). */
function ofStep(model: Model, command: Act, allowed: Foreseen): Foreseen {
  const life = model.life(command.id);
  if (markActions.includes(command.action)) return ofMark(life, command, allowed);
  if (!life.takes(command.action)) return ['invalid_transition'];
  if (!isDecision(command)) return allowed;
  return command.args['version'] === life.version ? [...allowed, 'stale_version'] : ['stale_version'];
}

/** Of the version in force, and of the words that were read: what is said already, or on top of a word unread, is refused. */
function ofMark(life: Life, { action, args }: Act, allowed: Foreseen): Foreseen {
  const [version, condition] = [Number(args['version']), Number(args['condition'])];
  if (life.status === 'archived') return ['invalid_transition'];
  if (life.frozen.length === 0) return ['document_not_approved'];
  if (version !== life.frozen.length) return ['stale_version'];
  if (condition > (life.frozen.at(-1)?.conditions ?? 0)) return ['validation_failed'];
  const words = life.wordsOn(condition).length;
  if (words === 0) return allowed;
  // Unread words hold up only those who say that it is met.
  const [isMeet, seen] = [
    action === 'meet_condition',
    Number(args['seen'] ?? (action === 'meet_condition' ? 0 : words)),
  ];
  return isMeet === life.isMet(condition) || seen < words ? ['conflict'] : allowed;
}

function ofConflict(model: Model, id: string, grant: Grant, allowed: Foreseen): Foreseen {
  const about = model.disputes.get(id);
  if (about !== undefined && !isSeen(model, about, grant)) return ['not_found'];
  const gone = model.isRestored ? ['not_found'] : [];
  // Its own author may have written on since, which settles it (MG30).
  return model.settled.has(id) ? ['invalid_transition', ...gone] : [...allowed, 'invalid_transition', ...gone];
}

function ofCreation(
  model: Model,
  { kind, set }: Extract<Command, { op: 'create' }>,
  grant: Grant,
  allowed: Foreseen,
): Foreseen {
  for (const field of ['document_id', 'project_id', 'site_id']) {
    const parent = set[field];
    // What was signed is taken even after its document has left the projects of the tablet.
    const within = field === 'document_id' && evidence.includes(kind) ? null : grant;
    if (typeof parent === 'string' && !isKnown(model, parent, within)) return ['reference_unknown'];
  }
  return entryKinds.includes(kind) ? lockOf(model, String(set['document_id']), allowed) : allowed;
}

function ofPatch(
  model: Model,
  { kind, id, set, was }: Extract<Command, { op: 'patch' }>,
  grant: Grant,
  allowed: Foreseen,
): Foreseen {
  const record = model.record(id);
  const isContent = kind === 'document' || entryKinds.includes(kind);
  const documentId = kind === 'document' ? id : String(record.fields['document_id']);
  const lock = isContent ? lockOf(model, documentId, allowed) : allowed;
  // To move what is gone changes nothing.
  if (record.deleted) return Object.keys(set).every((field) => ruleOf(kind, field) === 'place') ? taken : lock;
  const effect = effectOf(kind, record.fields, set, was);
  if (effect === 'none') return taken;
  const project = set['project_id'];
  const isMoved = effect === 'some' && typeof project === 'string' && record.fields['project_id'] !== project;
  // A value that lost against another one is never looked up.
  const isLost =
    was !== undefined && !isDeepStrictEqual(was['project_id'] ?? null, record.fields['project_id'] ?? null);
  const isUnknown = isMoved && !isKnown(model, project, grant);
  const isTakenAway =
    kind === 'document' &&
    model.life(id).frozen.length > 0 &&
    leavesProject(model, record.fields, { ...record.fields, ...set });
  if (lock === allowed && !isLost && isUnknown) return ['reference_unknown', ...(isTakenAway ? ['conflict'] : [])];
  if (lock === allowed && !isLost && effect === 'some' && isTakenAway) return ['conflict'];
  return effect === 'some' ? lock : [...new Set([...lock, null])];
}

function leavesProject(model: Model, before: JsonObject, after: JsonObject): boolean {
  const [own, next = null] = [before['project_id'], after['project_id']];
  return projectIn(model, before) !== (typeof own === 'string' ? next : projectIn(model, after));
}

/** Whether an edit changes anything, or leaves a conflict behind; what the oracle cannot tell is `unsure`. */
function effectOf(
  kind: string,
  fields: Readonly<Record<string, Json>>,
  set: JsonObject,
  was: JsonObject | undefined,
): 'some' | 'none' | 'unsure' {
  let effect: 'none' | 'unsure' = 'none';
  for (const [field, wanted = null] of Object.entries(set)) {
    const rule = ruleOf(kind, field);
    const theirs = plain(rule, fields[field] ?? null);
    const mine = plain(rule, wanted);
    const seen = was && Object.hasOwn(was, field) ? plain(rule, was[field] ?? null) : theirs;
    const { value, kept } = expected(rule, seen, theirs, mine);
    // Places are not followed here, and of two texts either all lines stand or both are kept.
    const isOpen = rule === 'place' || (rule === 'lines' && !isDeepStrictEqual(seen, theirs));
    if (!isOpen && (kept || !isDeepStrictEqual(value, theirs))) return 'some';
    if (isOpen && !isDeepStrictEqual(mine, theirs)) effect = 'unsure';
  }
  return effect;
}

function lockOf(model: Model, documentId: string, allowed: Foreseen): Foreseen {
  const { status } = model.life(documentId);
  if (status === 'draft') return allowed;
  return [status === 'archived' ? 'document_archived' : 'document_locked'];
}

/** What belongs to no project; a token that is limited to projects writes none of it but sign-offs and reports. */
function isOfOrganisation(model: Model, command: Command): boolean {
  if (command.op === 'create') return !evidence.includes(command.kind) && projectIn(model, command.set) === null;
  const id = command.kind === 'conflict' ? model.disputes.get(command.id) : command.id;
  const record = id === undefined ? undefined : model.records.get(id);
  if (id === undefined || !record) return false;
  return projectOf(model, id) === null || (command.op === 'patch' && command.set['project_id'] === null);
}

function isKnown(model: Model, id: string, grant: Grant): boolean {
  const record = model.records.get(id);
  return record !== undefined && !record.deleted && isSeen(model, id, grant);
}

function isSeen(model: Model, id: string, grant: Grant): boolean {
  const project = grant && projectOf(model, id);
  return !grant || !project || grant.includes(project);
}

function projectOf(model: Model, id: string): string | null {
  const { kind, fields } = model.record(id);
  return kind === 'project' ? id : projectIn(model, fields);
}

function projectIn(model: Model, fields: JsonObject): string | null {
  const own = fields['project_id'];
  if (typeof own === 'string') return own;
  for (const above of ['document_id', 'site_id']) {
    const parent = fields[above];
    const found = typeof parent === 'string' ? projectOf(model, parent) : null;
    if (found) return found;
  }
  return null;
}
