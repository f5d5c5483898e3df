/** What contractors have handed in and nobody has decided on: the one that waits longest comes first. */
import type { Rest } from '../base/attempt.ts';
import { everyRow } from '../base/every-row.ts';
import type { Me } from '../base/me.ts';
import { rest } from '../base/server.ts';
import { onDay, since } from '../base/times.ts';
import { asWords } from '../../ui/status.ts';
import type { Task } from './task.ts';

type Row = Awaited<ReturnType<Rest['listAllSubmissions']>>['data'][number];
type Settings = Awaited<ReturnType<Rest['getOrganisation']>>['settings'];

export const readHandedIn = () =>
  everyRow((page) => rest.listAllSubmissions({ query: { status: 'submitted,under_review', ...page } }));

export function submissionTasks(rows: readonly Row[], me: Me, settings: Settings | undefined): readonly Task[] {
  return rows
    .toSorted((a, b) => (a.submitted_at ?? '').localeCompare(b.submitted_at ?? ''))
    .map((row) => submissionTask(row, mayReview(row, me, settings)));
}

/** As the server has it: where two people are needed, nobody reviews what they handed in themselves. */
function mayReview({ submitted_by: by }: Row, { actor }: Me, settings: Settings | undefined): boolean {
  if (!settings) return false;
  return !settings.require_two_person_approval || settings.allow_self_approval || by?.id !== actor.id;
}

function submissionTask(
  { id, contractor_name, documents, papers, submitted_at, missing_document_types: missing }: Row,
  isNext: boolean,
): Task {
  return {
    key: id,
    icon: 'hard-hat',
    tone: 'act',
    what: `${contractor_name} has handed in its documents`,
    about: [
      counted(documents.length, 'document'),
      counted(papers.length, 'paper'),
      missing.length > 0 ? `missing: ${missing.map(asWords).join(', ')}` : '',
      submitted_at ? `since ${onDay(submitted_at)}` : '',
    ],
    when: submitted_at ? since(submitted_at) : '',
    verb: isNext ? 'Review' : 'Open',
    href: `/office/contractors/submissions/${id}`,
    isNext,
  };
}

function counted(count: number, one: string): string {
  if (count === 0) return '';
  return count === 1 ? `1 ${one}` : `${count} ${one}s`;
}
