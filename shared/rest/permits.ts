/** Rows of the endpoint table: permits to work, and one row for each thing that is done with one (contract, Permit to work). */
import * as z from 'zod';
import type { EventName } from '../model/event.ts';
import { permitStates } from '../resources/permit/states.ts';
import { person } from '../model/fields.ts';
import { permitArgs } from '../resources/permit/args.ts';
import { permitFormSchema, permitSchema, permitTypes } from '../resources/permit/fields.ts';
import { anyId, anyOf, changes, creates, type Endpoint, ownId, paged, reads, since, sortable } from './endpoint.ts';
import { listOf } from './shapes.ts';

const permitReply = z.object({
  id: z.string(),
  ...permitSchema.omit({ reminded: true }).shape,
  /** Who answers for the conditions, and who for the work, as things stand now. */
  issuer: person.nullable(),
  holder: person.nullable(),
  /** The moments at which the work began, stopped, went on and was over; `log` has everything. */
  events: z.array(z.object({ at: z.string(), event: z.string() })),
  created_at: z.string(),
  updated_at: z.string(),
  created_by: z.string(),
  revision: z.int(),
});

const permitRow = permitReply.pick({
  id: true,
  permit_number: true,
  permit_type: true,
  title: true,
  state: true,
  project_id: true,
  site_id: true,
  document_id: true,
  location: true,
  valid_from: true,
  valid_to: true,
  opened_at: true,
  closed_at: true,
  issuer: true,
  holder: true,
  created_at: true,
  updated_at: true,
  created_by: true,
  revision: true,
});

/** Every action is a POST that returns the updated permit. */
const action = <
  const Segment extends string,
  Fields extends z.ZodObject,
  const Emits extends readonly EventName[] = [],
>(
  segment: Segment,
  fields: Fields,
  summary: string,
  ...emits: Emits
) =>
  ({
    method: 'POST',
    path: `/api/v1/permits/{permit}/${segment}`,
    permission: 'permits:write',
    summary,
    fields,
    reply: permitReply,
    status: 200,
    emits,
  }) as const;

export const permitEndpoints = {
  listPermits: {
    ...reads,
    path: '/api/v1/permits',
    permission: 'permits:read',
    summary:
      'Lists permits to work, newest first; with updated_since those changed since then, in the order of the change.',
    query: z.object({
      status: anyOf(permitStates),
      type: anyOf(permitTypes),
      project_id: anyId,
      site_id: anyId,
      document_id: anyId,
      updated_since: since,
      ...sortable,
      ...paged,
    }),
    reply: listOf(permitRow),
  },
  createPermit: {
    ...creates,
    path: '/api/v1/permits',
    permission: 'permits:write',
    summary: 'Creates a permit to work as a draft.',
    fields: permitFormSchema,
    body: z.object(ownId),
    reply: permitReply,
    emits: [],
  },
  getPermit: {
    ...reads,
    path: '/api/v1/permits/{permit}',
    permission: 'permits:read',
    summary: 'Reads a permit with its log.',
    reply: permitReply,
  },
  updatePermit: {
    ...changes,
    path: '/api/v1/permits/{permit}',
    permission: 'permits:write',
    summary: 'Changes the fields that are sent; null clears one. Only until the permit is authorised.',
    fields: permitFormSchema.partial(),
    reply: permitReply,
    emits: [],
  },
  requestPermit: action('request', permitArgs.request, 'Asks for the permit.'),
  authorisePermit: action('authorise', permitArgs.authorise, 'Issues the permit for the time that it says.'),
  acceptPermit: action('accept', permitArgs.accept, 'The holder takes the permit, and has explained it to everybody.'),
  openPermit: action('open', permitArgs.open, 'The work may begin.', 'permit.opened'),
  suspendPermit: action('suspend', permitArgs.suspend, 'Stops the work.'),
  resumePermit: action('resume', permitArgs.resume, 'The issuer has checked again and lets the work go on.'),
  extendPermit: action('extend', permitArgs.extend, 'A later end, within what the type may last.'),
  handOverPermit: action('hand-over', permitArgs.hand_over, 'At a change of shift: another holder, or another issuer.'),
  recordGasTest: action(
    'record-gas-test',
    permitArgs.record_gas_test,
    'A reading of the air; outside the limits it stops the work at once.',
  ),
  recordIsolation: action('record-isolation', permitArgs.record_isolation, 'A system has been isolated.'),
  reinstateIsolation: action(
    'reinstate-isolation',
    permitArgs.reinstate_isolation,
    'A system is live again; all of them where none is named.',
  ),
  startFireWatch: action('start-fire-watch', permitArgs.start_fire_watch, 'The fire watch begins.'),
  endFireWatch: action('end-fire-watch', permitArgs.end_fire_watch, 'The fire watch ends.'),
  completePermitWork: action('work-complete', permitArgs.work_complete, 'The holder hands the place back.'),
  recordFinalCheck: action('final-check', permitArgs.final_check, 'The place was looked at once more.'),
  closePermit: action(
    'close',
    permitArgs.close,
    'Closes the permit; what is unmet has to be accepted by somebody who neither issued nor held it.',
    'permit.closed',
  ),
  cancelPermit: action('cancel', permitArgs.cancel, 'Ends the permit without closing it.'),
} as const satisfies Readonly<Record<string, Endpoint>>;
