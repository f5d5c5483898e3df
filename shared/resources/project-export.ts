/**
 * Export of a project: a register, the briefing matrix or a pack of a project or one of its sites, or the sheet of an incident (contract, Exports,
 * EX68). A file may be read only with the permissions that it was made with.
 */
import * as z from 'zod';
import { may, permissions, requirePermission, systemActorId, type Actor, type Permission } from '../model/access.ts';
import { bookkeeping, content, schemaOf, type BodyOf } from '../model/declared-fields.ts';
import { day, person, recordId } from '../model/fields.ts';
import { Problem, type FieldProblem } from '../model/problem.ts';
import { defineResource, type World } from '../model/resource.ts';
import { invalid } from '../model/validation.ts';
import { existing } from './belongs.ts';
import { papers } from './export.ts';
import { projectExportNotices } from './notices/project-export.ts';
import { permitStates } from './permit/states.ts';
import { once } from '../base/once.ts';

/** What each form shows to those who may not read it otherwise, and what it has more for those who may read that too. */
const neededByForm = {
  permit_register: { always: ['permits:read'], more: [] },
  briefing_matrix: { always: ['documents:read', 'signoffs:read'], more: [] },
  incident_sheet: { always: ['incidents:read'], more: ['incidents:manage'] },
  pack: {
    always: ['documents:read', 'signoffs:read'],
    more: ['permits:read', 'incidents:read', 'incidents:manage'],
  },
} as const satisfies Readonly<
  Record<string, { readonly always: readonly Permission[]; readonly more: readonly Permission[] }>
>;
export type ProjectExportForm = keyof typeof neededByForm;
export const projectExportForms = Object.keys(neededByForm) as [ProjectExportForm, ...ProjectExportForm[]]; // its own keys

/** What a file of this form takes to be read, made by this actor. Throws `forbidden` if the actor may not have it. */
export function neededFor(form: ProjectExportForm, actor: Pick<Actor, 'role' | 'scopes'>): Permission[] {
  const { always, more } = neededByForm[form];
  for (const permission of always) requirePermission(actor, permission);
  return [...always, ...more.filter((permission) => may(actor, permission))];
}

const fields = once(() => ({
  project_id: content(recordId, 'immutable'),
  /** Null = all sites of the project. */
  site_id: content(recordId.nullable().default(null), 'immutable'),
  /** Of an incident sheet. */
  incident_id: content(recordId.nullable().default(null), 'immutable'),
  form: content(z.enum(projectExportForms), 'immutable'),
  format: content(z.enum(['pdf', 'docx', 'zip']), 'immutable'),
  /** Of a permit register: the permits in force on these days, in the zone of the organisation. */
  from: content(day.nullable().default(null), 'immutable'),
  until: content(day.nullable().default(null), 'immutable'),
  /** Of a permit register: none = all. */
  states: content(z.array(z.enum(permitStates)).max(permitStates.length).default([]), 'immutable'),
  paper: content(z.enum(papers).default('a4'), 'immutable'),
  /** Whether photos are printed, and packed as files. */
  photos: content(z.boolean().default(true), 'immutable'),
  /** What it takes to read the file. */
  needs: bookkeeping(z.array(z.enum(permissions)).default([])),
  status: bookkeeping(z.enum(['queued', 'completed', 'failed']).default('queued')),
  requested_by: bookkeeping(person.nullable().default(null)),
  /** Files of a pack that are made; null before the first, and when all are. */
  progress: bookkeeping(z.object({ done: z.int(), total: z.int() }).nullable().default(null)),
  completed_at: bookkeeping(z.string().nullable().default(null)),
  /** Null for DOCX and ZIP. */
  pages: bookkeeping(z.int().nullable().default(null)),
  /** Files in a pack, and what it had to leave out. */
  files: bookkeeping(z.int().nullable().default(null)),
  left_out: bookkeeping(z.int().nullable().default(null)),
  bytes: bookkeeping(z.int().nullable().default(null)),
  sha256: bookkeeping(z.string().nullable().default(null)),
  failure: bookkeeping(
    z.object({ code: z.string(), message: z.string(), retryable: z.boolean() }).nullable().default(null),
  ),
}));
const schema = once(() => schemaOf(fields()));
export type ProjectExport = BodyOf<ReturnType<typeof fields>>;

export const projectExport = defineResource({
  kind: 'project_export',
  permission: 'exports:write',
  readPermission: 'exports:write',
  // A register is read where it was asked for, and a pack would fill a tablet.
  replicates: false,
  queued: true,
  fields,
  columns: (body) => ({ project_id: body.project_id, site_id: body.site_id, status: body.status, type: body.form }),
  reads: (body) => ({ ids: [body.project_id, body.site_id, body.incident_id] }),
  admit: (_before, after, world) => {
    if (world.origin !== 'rest') throw new Problem('forbidden', 'Exports of a project are made in the office.');
    requirePlace(after, world);
    requireSense(after);
    const requested_by = { id: world.author.id, name: world.author.name };
    return { ...after, needs: neededFor(after.form, world.actor), requested_by };
  },
  hasEnded: ({ status }) => status !== 'queued',
  actions: {
    progress: {
      args: once(() => z.object({ done: z.int(), total: z.int() })),
      run: (before, args, world) => {
        requireServer(before, world);
        return { after: schema().parse({ ...before, progress: args }) };
      },
    },
    complete: {
      args: once(() =>
        z.object({
          pages: z.int().nullable(),
          files: z.int().nullable(),
          left_out: z.int().nullable(),
          bytes: z.int(),
          sha256: z.string(),
        }),
      ),
      run: (before, args, world) => {
        requireServer(before, world);
        const done = { status: 'completed', progress: null, completed_at: world.now };
        return { after: schema().parse({ ...before, ...args, ...done }) };
      },
    },
    fail: {
      args: once(() => z.object({ code: z.string(), message: z.string(), retryable: z.boolean() })),
      run: (before, args, world) => {
        requireServer(before, world);
        return { after: schema().parse({ ...before, status: 'failed', completed_at: world.now, failure: args }) };
      },
    },
  },
  events: () => [],
  notices: projectExportNotices,
});

/** The site and the incident are of the project. */
function requirePlace({ project_id, site_id, incident_id }: ProjectExport, world: World): void {
  existing(world, project_id, 'project', 'project_id');
  for (const [id, kind] of [[site_id, 'site'] as const, [incident_id, 'incident'] as const]) {
    if (id === null) continue;
    const found = existing(world, id, kind, `${kind}_id`);
    if (found.body['project_id'] === project_id) continue;
    throw new Problem('reference_unknown', `The ${kind} belongs to another project.`, {
      errors: [
        {
          pointer: `#/${kind}_id`,
          code: 'reference_unknown',
          detail: `must be ${kind === 'site' ? 'a site' : 'an incident'} of the project`,
        },
      ],
    });
  }
}

/** Throws `validation_failed` for a file that cannot be made. */
function requireSense({ form, format, from, until, states, incident_id }: ProjectExport): void {
  const errors: FieldProblem[] = [];
  // Elsewhere they would silently do nothing, or leave permits out of a pack.
  if (form !== 'permit_register')
    for (const [field, isAsked] of Object.entries({
      from: from !== null,
      until: until !== null,
      states: states.length > 0,
    }))
      if (isAsked)
        errors.push({ pointer: `#/${field}`, code: 'invalid_value', detail: 'is for a permit register only' });
  if ((form === 'pack') !== (format === 'zip'))
    errors.push({
      pointer: '#/format',
      code: 'invalid_value',
      detail: form === 'pack' ? 'a pack is a zip' : 'must be pdf or docx',
    });
  if (from !== null && until !== null && until < from)
    errors.push({ pointer: '#/until', code: 'too_small', detail: 'must not be before from' });
  if ((form === 'incident_sheet') !== (incident_id !== null))
    errors.push({ pointer: '#/incident_id', code: 'invalid_value', detail: 'an incident sheet is of one incident' });
  if (errors.length > 0) throw invalid(errors);
}

/** The server that makes the file completes it, once; callers never do. */
function requireServer({ status }: Pick<ProjectExport, 'status'>, { actor }: World): void {
  if (actor.id !== systemActorId) throw new Problem('forbidden', 'Only the server completes an export.');
  if (status !== 'queued') throw new Problem('invalid_transition', `The export is ${status} already.`);
}
