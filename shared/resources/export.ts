/** Export job: renders an approved version, or the working draft, to a PDF or DOCX file. */
import * as z from 'zod';
import { systemActorId } from '../model/access.ts';
import statement from '../reference/signoff-statement.json' with { type: 'json' };
import { exportNotices } from './notices/export.ts';
import { requireComparable } from './compared-export.ts';
import { Problem } from '../model/problem.ts';
import { bookkeeping, content, schemaOf, type BodyOf } from '../model/declared-fields.ts';
import { defineResource, type World } from '../model/resource.ts';
import { documentOf } from './belongs.ts';
import { person, recordId, sha256Field } from '../model/fields.ts';
import { once } from '../base/once.ts';

/** What can have changed since a file was made. */
const staleReasons = [
  'signoff_recorded',
  'signoff_voided',
  'crew_changed',
  'version_approved',
  'edited',
  'archived',
  'photo_added',
  'photo_removed',
  'linked_document_changed',
  'project_changed',
  'site_changed',
  'card_expired',
  'organisation_changed',
] as const;

/** A change since a file was made, and when it was. */
export const staleBecause = once(() =>
  z.object({
    reason: z.enum(staleReasons),
    kind: z.string(),
    id: z.string(),
    at: z.string(),
  }),
);

export const exportForms = ['document', 'register', 'display'] as const;
export const papers = ['a4', 'letter'] as const;

/** What a print says across its pages; an approved one that is in force says it in the footer, or nothing. */
export const watermarks = [
  'none',
  'draft',
  'pending_review',
  'superseded',
  'archived',
  'uncontrolled_when_printed',
] as const;
export type Watermark = (typeof watermarks)[number];

/** Those that the statement which people confirm exists in. */
export type Language = keyof typeof statement.text;
const languages = Object.keys(statement.text) as [Language, ...Language[]]; // the keys of the very object that the type is taken from

const fields = once(() => ({
  document_id: bookkeeping(recordId, 'immutable'),
  /** Null = the working draft. */
  document_version: content(z.int().positive().nullable().default(null), 'immutable'),
  format: content(z.enum(['pdf', 'docx']), 'immutable'),
  /** The right answers of an understanding check are for the briefer. `qr`: the code with which anybody can check a print of a version. */
  include: content(
    z
      .object({
        quiz_answers: z.boolean().default(false),
        signoffs: z.boolean().default(true),
        briefing_register: z.boolean().default(true),
        qr: z.boolean().default(true),
      })
      .prefault({}),
    'immutable',
  ),
  /** Whether the photos of hazards and sections are printed. */
  photos: content(z.boolean().default(true), 'immutable'),
  /** `register` prints the sign-offs alone, on a landscape page; `display` the front of a permit, for everybody at the work to read. */
  form: content(z.enum(exportForms).default('document'), 'immutable'),
  paper: content(z.enum(papers).default('a4'), 'immutable'),
  /** Null = the statement is not printed above the lines to sign on. */
  language: content(z.enum(languages).nullable().default(null), 'immutable'),
  /** Null = what the state of the document demands. */
  watermark: content(z.enum(watermarks).nullable().default(null), 'immutable'),
  /** The number of an earlier approved version, against which the changes are marked; null = none are. */
  compare_with: content(z.int().positive().nullable().default(null), 'immutable'),
  content_hash: bookkeeping(sha256Field.nullable().optional()),
  /** Who wanted it: a person, or the server because what an earlier file printed had changed. */
  trigger: content(z.enum(['requested', 'reconciled']).default('requested'), 'immutable'),
  /** The last file of the same kind when this one was wanted. */
  replaces: content(recordId.nullable().default(null), 'immutable'),
  /** Hash of the whole input of the file, by which a repeated request is recognised; null if none was computed. */
  input_hash: content(sha256Field.nullable().default(null), 'immutable'),
  status: bookkeeping(z.enum(['queued', 'completed', 'failed']).default('queued')),
  requested_by: bookkeeping(person.nullable().optional()),
  completed_at: bookkeeping(z.string().nullable().default(null)),
  pages: bookkeeping(z.int().nullable().default(null)),
  bytes: bookkeeping(z.int().nullable().default(null)),
  sha256: bookkeeping(z.string().nullable().default(null)),
  /** Sign-offs in the file, those that do not count included. */
  signoffs: bookkeeping(z.int().nullable().default(null)),
  /** Hash of what the file printed, and how far the feed was then: what changed since makes it stale. */
  printed: bookkeeping(z.object({ hash: sha256Field, seq: z.int() }).nullable().default(null)),
  /** The first change that made the file old; null while it is current. Written once for each change of that, so that devices know it. */
  stale: bookkeeping(staleBecause().nullable().default(null)),
  failure: bookkeeping(
    z.object({ code: z.string(), message: z.string(), retryable: z.boolean() }).nullable().default(null),
  ),
}));

const schema = once(() => schemaOf(fields()));

export const exportJob = defineResource({
  kind: 'export',
  permission: 'exports:write',
  replicates: true,
  queued: true,
  fields,
  columns: (body) => ({
    document_id: body.document_id,
    status: body.status,
    type: body.format,
    version: body.document_version,
  }),
  reads: (body) => ({
    ids: [body.document_id],
    children: body.document_id ? [{ documentId: body.document_id, kinds: ['version'] }] : [],
  }),
  admit: (_before, after, world) => {
    documentOf(world, after.document_id);
    requireComparable(after, world);
    // Not set by devices: they cannot compute it, and must not decide which later requests reuse their file.
    const input_hash = world.origin === 'rest' ? after.input_hash : null;
    const { trigger, replaces } = world.origin === 'rest' ? after : { trigger: 'requested' as const, replaces: null };
    return { ...after, input_hash, trigger, replaces, requested_by: { id: world.author.id, name: world.author.name } };
  },
  hasEnded: ({ status }) => status !== 'queued',
  actions: {
    complete: {
      args: once(() =>
        z.object({
          content_hash: sha256Field.nullable(),
          pages: z.int().nullable(),
          bytes: z.int(),
          sha256: z.string(),
          signoffs: z.int(),
          printed: z.object({ hash: sha256Field, seq: z.int() }),
        }),
      ),
      run: (before, args, world) => {
        requireRenderer(before, world);
        return { after: schema().parse({ ...before, ...args, status: 'completed', completed_at: world.now }) };
      },
    },
    note_staleness: {
      args: once(() => z.object({ stale: staleBecause().nullable() })),
      run: (before, args, world) => {
        requireServer(world);
        return { after: schema().parse({ ...before, ...args }) };
      },
    },
    fail: {
      args: once(() => z.object({ code: z.string(), message: z.string(), retryable: z.boolean() })),
      run: (before, args, world) => {
        requireRenderer(before, world);
        return { after: schema().parse({ ...before, status: 'failed', completed_at: world.now, failure: args }) };
      },
    },
  },
  events: ({ action, id, after, world }) => {
    if (!after || (action !== 'complete' && action !== 'fail')) return [];
    const document = world.record(after.document_id)?.body;
    // The document itself may be a draft by now.
    const version = world
      .children(after.document_id, 'version')
      .find(({ body }) => body['version'] === after.document_version);
    const printed = version?.body ?? document;
    return [
      {
        name: 'document.exported',
        resourceId: id,
        data: {
          export_id: id,
          document_id: after.document_id,
          title: printed?.['title'] ?? null,
          reference: printed?.['reference'] ?? null,
          version: after.document_version,
          compare_with: after.compare_with,
          format: after.format,
          status: after.status,
          trigger: after.trigger,
          sha256: after.sha256,
          content_hash: after.content_hash ?? null,
          pages: after.pages,
          signoffs: after.signoffs,
          replaces: after.replaces,
          failure: after.failure,
          project_id: document?.['project_id'] ?? null,
        },
      },
    ];
  },
  notices: exportNotices,
});

/** The server that rendered an export sets its file, once; callers never do. */
function requireRenderer({ status }: Pick<BodyOf<ReturnType<typeof fields>>, 'status'>, world: World): void {
  requireServer(world);
  if (status !== 'queued') throw new Problem('invalid_transition', `The export is ${status} already.`);
}

function requireServer({ actor }: World): void {
  if (actor.id !== systemActorId) throw new Problem('forbidden', 'Only the server completes an export.');
}
