/** The life of an incident as one total table: every state answers every move (contract, Incidents). What is closed takes notes alone. */
import { Problem } from '../../model/problem.ts';

export const incidentStatuses = ['reported', 'triaged', 'investigating', 'actions_open', 'closed'] as const;
export type IncidentStatus = (typeof incidentStatuses)[number];

export const incidentActions = ['triage', 'investigate', 'plan_actions', 'close', 'note'] as const;
export type IncidentAction = (typeof incidentActions)[number];
/** `edit` is what a changed field asks for. */
type Move = IncidentAction | 'edit';

const table: Readonly<Record<IncidentStatus, Readonly<Record<Move, IncidentStatus | null>>>> = {
  reported: {
    edit: 'reported',
    triage: 'triaged',
    investigate: null,
    plan_actions: null,
    close: null,
    note: 'reported',
  },
  triaged: {
    edit: 'triaged',
    triage: null,
    investigate: 'investigating',
    plan_actions: 'actions_open',
    close: 'closed',
    note: 'triaged',
  },
  investigating: {
    edit: 'investigating',
    triage: null,
    investigate: null,
    plan_actions: 'actions_open',
    close: 'closed',
    note: 'investigating',
  },
  actions_open: {
    edit: 'actions_open',
    triage: null,
    investigate: 'investigating',
    plan_actions: null,
    close: 'closed',
    note: 'actions_open',
  },
  closed: { edit: null, triage: null, investigate: null, plan_actions: null, close: null, note: 'closed' },
};

/** The state that the move leads to, or a thrown Problem that names the present state and what is possible in it. */
export function advanceIncident(from: IncidentStatus, move: Move): IncidentStatus {
  const to = table[from][move];
  if (to) return to;
  const allowed = incidentActions.filter((action) => table[from][action]);
  const state = from.replaceAll('_', ' ');
  throw new Problem(
    'invalid_transition',
    move === 'edit'
      ? `An incident that is ${state} takes notes, and is not edited.`
      : `An incident that is ${state} does not take “${move.replaceAll('_', ' ')}”.`,
    { members: { from, action: move, allowed } },
  );
}
