/**
 * The life cycle of an incident as a total table: every state answers every action (contract, Incidents). A closed incident accepts only
 * notes.
 */
import { Problem } from '../../model/problem.ts';

export const incidentStatuses = ['reported', 'triaged', 'investigating', 'actions_open', 'closed'] as const;
export type IncidentStatus = (typeof incidentStatuses)[number];

export const incidentActions = ['triage', 'investigate', 'plan_actions', 'close', 'note'] as const;
export type IncidentAction = (typeof incidentActions)[number];
/** `edit` is required for changes of fields. */
type Move = IncidentAction | 'edit';

type Row = Readonly<Record<Move, IncidentStatus | null>>;

const none = { edit: null, triage: null, investigate: null, plan_actions: null, close: null };

const table: Readonly<Record<IncidentStatus, Row>> = {
  reported: { ...none, edit: 'reported', triage: 'triaged', note: 'reported' },
  triaged: {
    ...none,
    edit: 'triaged',
    investigate: 'investigating',
    plan_actions: 'actions_open',
    close: 'closed',
    note: 'triaged',
  },
  investigating: {
    ...none,
    edit: 'investigating',
    plan_actions: 'actions_open',
    close: 'closed',
    note: 'investigating',
  },
  actions_open: { ...none, edit: 'actions_open', investigate: 'investigating', close: 'closed', note: 'actions_open' },
  closed: { ...none, note: 'closed' },
};

/** The state that the action leads to; throws a Problem that names the current state and the possible actions. */
export function advanceIncident(from: IncidentStatus, move: Move): IncidentStatus {
  const to = table[from][move];
  if (to) return to;
  const allowed = incidentActions.filter((action) => table[from][action]);
  const state = from.replaceAll('_', ' ');
  throw new Problem(
    'invalid_transition',
    move === 'edit'
      ? `An incident that is ${state} takes notes, and cannot be edited.`
      : `An incident that is ${state} does not take “${move.replaceAll('_', ' ')}”.`,
    { members: { from, action: move, allowed } },
  );
}
