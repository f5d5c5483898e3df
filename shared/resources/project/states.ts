/**
 * The life cycle of a project (contract, Review and strictness): draft → active ↔ on_hold → completed, archived from any state, and
 * restored to the previous one. Unless the organisation is strict, the status may also be set to any of the five.
 */
import { Problem } from '../../model/problem.ts';

type Status = 'draft' | 'active' | 'on_hold' | 'completed' | 'archived';

const moves: Readonly<Record<Status, readonly Status[]>> = {
  draft: ['active', 'archived'],
  active: ['on_hold', 'completed', 'archived'],
  on_hold: ['active', 'completed', 'archived'],
  completed: ['archived'],
  // Only by restoring.
  archived: [],
};

/** Throws `invalid_transition` with the possible states. */
export function requireProjectMove(from: Status, to: Status): void {
  if (from === to || moves[from].includes(to)) return;
  throw new Problem(
    'invalid_transition',
    from === 'archived'
      ? 'Restore the archived project first.'
      : `A project that is ${plain(from)} does not become ${plain(to)}.`,
    { members: { from, to, allowed: moves[from] } },
  );
}

/** The status before it was archived. */
export function restoredProject<
  Project extends { readonly status: Status; readonly archived_from_status?: Status | null | undefined },
>(before: Project): Project {
  if (before.status !== 'archived')
    throw new Problem('invalid_transition', 'Only an archived project can be restored.', {
      members: { from: before.status, action: 'restore', allowed: ['archive'] },
    });
  return { ...before, status: before.archived_from_status ?? 'draft', archived_at: null, archived_from_status: null };
}

function plain(status: Status): string {
  return status.replaceAll('_', ' ');
}
