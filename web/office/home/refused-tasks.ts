/** Edits of devices that were not taken, as tasks: somebody has to say what becomes of each. */
import { onDay, since } from '../base/times.ts';
import { refusedTitle, textOf } from '../settle/refused-title.ts';
import type { Refused } from '../settle/waiting.ts';
import type { Task } from './task.ts';

export function refusedTask(refused: Refused): Task {
  const { id, author, at } = refused;
  return {
    key: id,
    icon: 'octagon-x',
    tone: 'stop',
    what: refusedTitle(refused),
    about: ['Not taken', textOf(author, 'name'), onDay(at)],
    when: since(at),
    verb: 'Settle',
    href: `/office/settle/${id}`,
    isNext: true,
  };
}
