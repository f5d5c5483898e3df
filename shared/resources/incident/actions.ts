/** Actions on an incident beside editing: the transitions of states.ts and their effects. */
import * as z from 'zod';
import { sameJson } from '../../crypto/canonical.ts';
import { Problem } from '../../model/problem.ts';
import type { JsonObject } from '../../base/json.ts';
import type { Action, World } from '../../model/resource.ts';
import { invalid } from '../../model/validation.ts';
import { instant, label, person, rating, text } from '../../model/fields.ts';
import { mostIncidentPhotos } from './most-photos.ts';
import {
  incidentPhotos,
  incidentTask,
  investigation,
  mostTasks,
  riddor,
  type Incident,
  type IncidentTask,
} from './shape.ts';
import { advanceIncident, type IncidentAction } from './states.ts';
import { once } from '../../base/once.ts';

type Investigation = NonNullable<Incident['investigation']>;

const assessment = once(() => ({
  riddor_category: riddor().riddor_category.optional(),
  riddor_rationale: riddor().riddor_rationale,
  f2508_reference: riddor().f2508_reference,
}));
const nothingYet = once((): Investigation => investigation().parse({}));

export const incidentActionTable = {
  /** The assessment of a report: its severity, and whether it must be reported to the HSE. */
  triage: {
    permission: 'incidents:manage',
    args: once(() => z.object({ potential_severity: rating, actual_severity: rating, ...assessment() })),
    run: (before, args) => ({ after: { ...before, ...given(args), status: advanceIncident(before.status, 'triage') } }),
  },
  investigate: {
    permission: 'incidents:manage',
    args: once(() => z.object({ lead: person.nullable().optional() })),
    run: (before, args) => ({
      after: {
        ...before,
        investigation: { ...nothingYet(), ...before.investigation, ...given(args) },
        status: advanceIncident(before.status, 'investigate'),
      },
    }),
  },
  /** Planned actions, in addition to existing ones. */
  plan_actions: {
    permission: 'incidents:manage',
    args: once(() =>
      z.object({
        root_cause: text(4000),
        contributory: z.array(z.string().max(1000)).max(50).optional(),
        actions: z.array(incidentTask()).max(mostTasks).optional(),
      }),
    ),
    run: (before, args) => {
      const status = advanceIncident(before.status, 'plan_actions');
      const { actions: asked = [], ...found } = given(args) as Partial<Investigation>; // parsed by the schema above
      const current = before.investigation ?? nothingYet();
      const actions = withTasks(current.actions, asked);
      return { after: { ...before, investigation: { ...current, ...found, actions }, status } };
    },
  },
  /** `closed_at` = the time, if it was closed elsewhere. Refused while an action is open. */
  close: {
    permission: 'incidents:manage',
    args: once(() => z.object({ closed_at: instant.nullable().optional(), ...assessment() })),
    run: (before, args, world) => {
      const status = advanceIncident(before.status, 'close');
      const open = (before.investigation?.actions ?? []).filter(({ done_on: done }) => !done).length;
      if (open > 0)
        throw new Problem('conflict', `${open} of its actions are not done yet.`, { members: { open_actions: open } });
      const { closed_at: closed = null, ...said } = given(args) as Partial<Pick<Incident, 'closed_at'>>; // parsed by the schema above
      if (closed && Date.parse(closed) < Date.parse(before.occurred_at))
        throw invalid([{ pointer: '#/closed_at', code: 'too_small', detail: 'must not be before occurred_at' }]);
      return { after: { ...before, ...said, status, closed_at: closed ?? world.now } };
    },
  },
  /** Adds a signed note; possible in every state, even after closing. Its photos join those of the report. */
  note: {
    args: once(() => z.object({ text: label(1, 4000), photos: incidentPhotos().optional() })),
    run: (before, args, world) => ({
      after: {
        ...before,
        photos: withPhotos(before.photos, (args['photos'] ?? []) as Incident['photos']), // parsed by the schema above
        status: advanceIncident(before.status, 'note'),
        notes: [
          ...before.notes,
          { id: world.newId(), at: world.now, by: me(world), text: String(args['text']) }, // parsed by the schema above
        ],
      },
    }),
  },
} satisfies Readonly<Record<IncidentAction, Action<Incident>>>;

/** A repeated action, for example from a form that shows the existing ones, counts once. */
function withTasks(planned: readonly IncidentTask[], asked: readonly IncidentTask[]): IncidentTask[] {
  const added = asked.filter((task) => !planned.some((each) => sameJson(each, task)));
  const room = mostTasks - planned.length;
  if (added.length > room)
    throw invalid([
      {
        pointer: '#/actions',
        code: 'too_big',
        detail: `must be ${room} at most, because ${planned.length} are planned already`,
      },
    ]);
  if (planned.length + added.length === 0)
    throw invalid([{ pointer: '#/actions', code: 'too_small', detail: 'must name what will be done' }]);
  return [...planned, ...added];
}

/** Each once: a note may be sent for a photo that another one brought. */
function withPhotos(photos: Incident['photos'], brought: Incident['photos']): Incident['photos'] {
  const added = brought.filter(
    (each) => !photos.some((known) => (each.id ? known.id === each.id : sameJson(known, each))),
  );
  const room = mostIncidentPhotos - photos.length;
  if (added.length > room)
    throw invalid([
      {
        pointer: '#/photos',
        code: 'too_big',
        detail: `must be ${room} at most, because ${photos.length} are there already`,
      },
    ]);
  return [...photos, ...added];
}

/** Members with a value. */
function given(args: JsonObject): Partial<Incident> {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null && value !== undefined));
}

function me(world: World): { id: string; name: string } {
  return { id: world.author.id, name: world.author.name };
}
