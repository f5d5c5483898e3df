/**
 * What contractors have handed in and nobody has decided on: the one that waits longest comes first. For a contractor's own person what
 * it is asked for: the one that is due first comes first.
 */
import { mayReview, type HandedIn, type Settings } from '../frame/handed-in.ts';
import { everyRow } from '../base/every-row.ts';
import type { Me } from '../base/me.ts';
import { rest } from '../base/server.ts';
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

/** Of a contractor's own person; nobody else is asked for anything. */
export async function readAskedOf({ role }: Me): Promise<readonly Task[]> {
  if (role !== 'contractor_author') return [];
  const status = 'invited,accepted,in_progress,amendments_requested';
  const [{ data }, projects] = await Promise.all([
    everyRow((page) => rest.listAllSubmissions({ query: { status, ...page } })),
    everyRow((query) => rest.listProjects({ query })),
  ]);
  const nameOf = (id: string): string => projects.data.find((each) => each.id === id)?.name ?? 'a project';
  return data
    .toSorted((a, b) => (a.deadline ?? '9999').localeCompare(b.deadline ?? '9999'))
    .map((row) => askedTask(row, nameOf(row.project_id)));
}

function askedTask({ id, status, deadline, required_document_types: types }: HandedIn, project: string): Task {
  const isBack = status === 'amendments_requested';
  return {
    key: id,
    icon: 'file-check',
    tone: isBack || status === 'overdue' ? 'care' : 'act',
    what: isBack ? `Changes are asked for: ${project}` : `Documents are asked for: ${project}`,
    about: [types.map(asWords).join(', '), deadline ? `until ${onDay(deadline)}` : ''],
    when: '',
    verb: 'Open',
    href: `/office/contractors/submissions/${id}`,
    isNext: true,
  };
}

function counted(count: number, one: string): string {
  if (count === 0) return '';
  return count === 1 ? `1 ${one}` : `${count} ${one}s`;
}
