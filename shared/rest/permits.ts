/** Rows of the endpoint table: permits to work, one row for each action (contract, Permit to work). */
import * as z from 'zod';
import type { EventName } from '../model/event.ts';
import { permitStates } from '../resources/permit/states.ts';
import { permitArgs } from '../resources/permit/args.ts';
import { permitFormSchema, permitSchema, permitTypes } from '../resources/permit/fields.ts';
import { permitPerson } from '../resources/permit/shape.ts';
import {
  acts,
  anyId,
  anyOf,
  merges,
  creates,
  type Endpoint,
  ownId,
  paged,
  reads,
  readRow,
  since,
  sortable,
} from './endpoint.ts';
import { listOf, recordReply } from './shapes.ts';

const permitReply = recordReply(permitSchema().omit({ reminded: true })).extend({
  /** The current issuer, responsible for the conditions, and the current holder, responsible for the work. */
  issuer: permitPerson().nullable(),
  holder: permitPerson().nullable(),
  /** Times at which the work began, stopped, resumed and ended; `log` has every action. */
  events: z.array(z.object({ at: z.string(), event: z.string() })),
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
  requested_at: true,
  opened_at: true,
  work_complete_at: true,
  fire_watch: true,
  closing_check_minutes: true,
  closing_check_every_minutes: true,
  closing_checks: true,
  final_check: true,
  isolations: true,
  closed_at: true,
  issuer: true,
  holder: true,
  created_at: true,
  updated_at: true,
  created_by: true,
  revision: true,
});

/** Every action returns the updated permit. */
const action = <const Segment extends string, Fields extends z.ZodObject>(
  segment: Segment,
  fields: Fields,
  summary: string,
  ...emits: EventName[]
) =>
  ({
    ...acts,
    path: `/api/v1/permits/{permit}/${segment}`,
    permission: 'permits:write',
    summary,
    fields,
    reply: permitReply,
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
    fields: permitFormSchema(),
    body: z.object(ownId),
    reply: permitReply,
  },
  getPermit: readRow('/api/v1/permits/{permit}', 'permits:read', 'Reads a permit with its log.', permitReply),
  updatePermit: {
    ...merges,
    path: '/api/v1/permits/{permit}',
    permission: 'permits:write',
    summary: 'Changes the fields that are sent; null clears one. Only until the permit is authorised.',
    fields: permitFormSchema().partial(),
    reply: permitReply,
  },
  requestPermit: action('request', permitArgs.request(), 'Requests the permit.'),
  authorisePermit: action('authorise', permitArgs.authorise(), 'Issues the permit for its validity period.'),
  acceptPermit: action(
    'accept',
    permitArgs.accept(),
    'The holder accepts the permit, and has explained it to everyone.',
  ),
  openPermit: action('open', permitArgs.open(), 'Opens the permit: the work may begin.', 'permit.opened'),
  suspendPermit: action('suspend', permitArgs.suspend(), 'Stops the work.'),
  resumePermit: action('resume', permitArgs.resume(), 'Resumes the work after a check by the issuer.'),
  extendPermit: action('extend', permitArgs.extend(), 'Extends the permit, within the maximum duration of its type.'),
  handOverPermit: action(
    'hand-over',
    permitArgs.hand_over(),
    'Hands the permit over at a change of shift, to another holder or issuer.',
  ),
  recordGasTest: action(
    'record-gas-test',
    permitArgs.record_gas_test(),
    'Records a gas test; a reading outside the limits stops the work at once.',
  ),
  recordIsolation: action('record-isolation', permitArgs.record_isolation(), 'Records that a system was isolated.'),
  reinstateIsolation: action(
    'reinstate-isolation',
    permitArgs.reinstate_isolation(),
    'Records that a system is live again; if none is named, all of them.',
  ),
  startFireWatch: action('start-fire-watch', permitArgs.start_fire_watch(), 'Starts the fire watch.'),
  endFireWatch: action('end-fire-watch', permitArgs.end_fire_watch(), 'Ends the fire watch.'),
  completePermitWork: action(
    'work-complete',
    permitArgs.work_complete(),
    'Records that the holder handed the place back.',
  ),
  recordClosingCheck: action(
    'closing-check',
    permitArgs.closing_check(),
    'Records one of the checks of the place after the fire watch.',
  ),
  recordFinalCheck: action('final-check', permitArgs.final_check(), 'Records the final check of the place.'),
  closePermit: action(
    'close',
    permitArgs.close(),
    'Closes the permit; unmet requirements must be accepted by someone who neither issued nor held it.',
    'permit.closed',
  ),
  cancelPermit: action('cancel', permitArgs.cancel(), 'Ends the permit without closing it.'),
} as const satisfies Readonly<Record<string, Endpoint>>;
