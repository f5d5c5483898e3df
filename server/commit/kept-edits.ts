/**
 * What is kept of two people's edits of one field beside the record: an open conflict, where somebody has to decide, or what was merged by
 * itself. Who writes on within the hour, in the same field and beside the same person, adds to what was kept.
 */
import type { Json } from '../../shared/base/json.ts';
import { sameJson } from '../../shared/crypto/canonical.ts';
import type { FieldConflict, FieldMerge } from '../../shared/merge/merge.ts';
import type { Person } from '../../shared/model/access.ts';
import type { Command } from '../../shared/model/command.ts';
import type { Policy } from '../../shared/model/declared-fields.ts';
import { liveOf, type Body, type StoredRecord } from '../../shared/model/record.ts';
import { idIn, type Draft } from '../../shared/model/resource.ts';
import { resourceOf } from '../../shared/resources/index.ts';
import { mergedEdit, mergesOf, type MergedEdit } from '../../shared/resources/merged-edit.ts';
import type { RecordRow } from './record-rows.ts';

/** From the first merge on. */
const togetherMs = 3_600_000;
/** Of one field in that time; what is merged then takes the place of the last. Two people in one text save many times a minute. */
export const mostKept = 20;

const mergingPolicies: readonly (Policy | undefined)[] = ['text', 'set-by-id', 'rows'];

/** What is read of an edit that may be merged: what was merged of its fields lately, and the names of who changed the record last. */
export function readsOfMerge(
  command: Command,
  row: RecordRow | undefined,
  record: StoredRecord | undefined,
): { readonly merges: readonly string[]; readonly ids: readonly (string | null)[] } {
  const fields = row && record ? mergingFields(command, record) : [];
  if (!row || fields.length === 0) return { merges: [], ids: [] };
  return { merges: fields.map((field) => mergesOf(row.id, field)), ids: [row.updated_by, row.document_id] };
}

/** The fields that are no longer as the author of the edit saw them. */
function mergingFields(command: Command, { kind, body }: StoredRecord): string[] {
  if (command.op !== 'patch' || !command.was) return [];
  const { policies } = resourceOf(kind);
  return Object.entries(command.was).flatMap(([field, was]) =>
    mergingPolicies.includes(policies[field]) && !sameJson(was, body[field]) ? [field] : [],
  );
}

/** What was kept later than this (RFC 3339) is added to. */
export function togetherSince(now: string): string {
  return new Date(Date.parse(now) - togetherMs).toISOString();
}

/** What was merged of the field since then, newest first. */
export function latelyMerged(rows: readonly RecordRow[], id: string, field: string, now: string): RecordRow[] {
  const [digest, since] = [mergesOf(id, field), togetherSince(now)];
  return rows
    .filter((row) => row.digest === digest && row.deleted === 0 && row.created_at > since)
    .toSorted((a, b) => (a.created_at + a.id < b.created_at + b.id ? 1 : -1));
}

/** Who changed the record before the edit. */
export interface Other {
  readonly by: Person;
  readonly at: string;
}

/** Who changed the last of these rows that is not by `author`; null = nobody, or nobody knows the name. */
export function otherOf(
  rows: readonly (RecordRow | undefined)[],
  author: Person,
  find: (id: string) => StoredRecord | undefined,
): Other | null {
  const last = rows.find((row) => row !== undefined && row.updated_by !== author.id);
  if (!last) return null;
  const { updated_by: id, updated_at: at } = last;
  const document = find(idIn('document_id', resourceOf(last.kind), last) ?? '')?.body;
  const editors = (document?.['editors'] ?? []) as unknown as readonly Person[]; // of its schema
  const name = editors.find((editor) => editor.id === id)?.name ?? liveOf(find(id), 'user')?.body['name'];
  return typeof name === 'string' ? { by: { id, name }, at } : null;
}

export interface Edited {
  readonly command: Command;
  /** The record as the edit found it. */
  readonly of: RecordRow | undefined;
  readonly author: Person;
}

export function openConflict(conflict: FieldConflict, edited: Edited): Body {
  return {
    ...aboutOf(edited),
    ...conflict,
    author: personOf(edited.author),
    state: 'open',
    settled_by: null,
    settled_at: null,
  };
}

interface Around {
  /** Null = not known. */
  readonly other: Other | null;
  /** What was merged of the field since `togetherSince`, newest first. */
  readonly kept: readonly StoredRecord[];
  readonly newId: () => string;
  /** RFC 3339. */
  readonly now: string;
}

export function keptMerge(merge: FieldMerge, edited: Edited, { other, kept, newId, now }: Around): Draft {
  const { author } = edited;
  const body = {
    ...aboutOf(edited),
    ...merge,
    author: personOf(author),
    author_at: now,
    other: other && personOf(other.by),
    other_at: other?.at ?? null,
    edits: 1,
  };
  const { kind } = mergedEdit;
  const all = kept.map((each) => ({ id: each.id, body: each.body as unknown as MergedEdit })); // of its schema
  const earlier = all.find((each) => isContinued(each.body, merge, author, other));
  if (earlier) return { kind, id: earlier.id, body: continued(earlier.body, merge, author, now) };
  const last = all.length >= mostKept ? all[0] : undefined;
  return last ? { kind, id: last.id, body: { ...body, edits: last.body.edits + 1 } } : { kind, id: newId(), body };
}

/** Whether one of the same two writes on in what came of it: had anybody changed that in between, its sides would not explain what it is now. */
function isContinued(earlier: MergedEdit, { theirs }: FieldMerge, author: Person, other: Other | null): boolean {
  return sameJson(earlier.result, theirs) && isOf(earlier, author) && (other === null || isOf(earlier, other.by));
}

/** From the same beginning, with the last words of who writes on. */
function continued(earlier: MergedEdit, { mine, result }: FieldMerge, author: Person, now: string): Body {
  const side = earlier.author.id === author.id ? { mine, author_at: now } : { theirs: mine, other_at: now };
  return { ...earlier, ...side, result, edits: earlier.edits + 1 };
}

function isOf({ author, other }: MergedEdit, { id }: Person): boolean {
  return author.id === id || other?.id === id;
}

function aboutOf({ command: { kind, id }, of }: Edited): {
  readonly document_id: string | null;
  readonly record_kind: string;
  readonly record_id: string;
} {
  return { document_id: of ? idIn('document_id', resourceOf(of.kind), of) : null, record_kind: kind, record_id: id };
}

/** No more of an actor than that. */
function personOf({ id, name }: Person): { readonly [member: string]: Json } {
  return { id, name };
}
