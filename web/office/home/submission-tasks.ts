/** What contractors have handed in and nobody has decided on: the one that waits longest comes first. */
import { mayReview, type HandedIn, type Settings } from '../frame/handed-in.ts';
import type { Me } from '../base/me.ts';
import { onDay, since } from '../base/times.ts';
import { asWords } from '../../ui/status.ts';
import type { Task } from './task.ts';

export function submissionTasks(rows: readonly HandedIn[], me: Me, settings: Settings | undefined): readonly Task[] {
  return rows
    .toSorted((a, b) => (a.submitted_at ?? '').localeCompare(b.submitted_at ?? ''))
    .map((row) => submissionTask(row, mayReview(row, me, settings)));
}

function submissionTask(
  { id, contractor_name, documents, papers, submitted_at, missing_document_types: missing }: HandedIn,
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
