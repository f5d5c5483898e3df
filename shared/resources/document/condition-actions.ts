/**
 * What becomes of the conditions of an approval: somebody who may approve says that one is met, or not met after all, and people are told of
 * what is not met when its day is over. The version stays as it was frozen; each word on it is kept.
 */
import * as z from 'zod';
import { once } from '../../base/once.ts';
import { systemActorId } from '../../model/access.ts';
import { dayIn } from '../../base/day.ts';
import { text } from '../../model/fields.ts';
import { Problem } from '../../model/problem.ts';
import type { Action, World } from '../../model/resource.ts';
import { invalid } from '../../model/validation.ts';
import { isOver, unmetOf } from './condition-reminder.ts';
import { conditionsNow, openConditions, type Condition, type ConditionMark } from './conditions.ts';
import { mostMarks, type Document } from './shape.ts';
import type { Version } from './version.ts';

const which = once(() =>
  z.object({
    /** Of the version in force, as the caller saw it. */
    version: z.int().positive(),
    /** From 1, in the order of the approval. */
    condition: z.int().positive(),
    note: text(2000),
    /** How many marks of it the caller has read: `said` of the condition. */
    seen: z.int().nonnegative().optional(),
  }),
);
interface Which {
  readonly version: number;
  readonly condition: number;
  readonly note?: string | null;
  readonly seen?: number;
}

export const conditionActions = {
  meet_condition: {
    permission: 'documents:approve',
    args: which,
    run: (before, args, world, id) => {
      const given = args as unknown as Which; // parsed by the schema of the action
      const { frozen, found } = named(before, given, world, id);
      if (isSaid(found, given, true, world)) return { after: before };
      // Without a count it is not known that the caller has read that it is not met after all.
      const hasRead = given.seen === undefined ? !found.mark : given.seen >= found.said;
      if (found.met_on || !hasRead) throw saidSince(found, given, world);
      return { after: marked(before, frozen, given, true, world) };
    },
  },
  reopen_condition: {
    permission: 'documents:approve',
    args: which,
    run: (before, args, world, id) => {
      const given = args as unknown as Which; // parsed by the schema of the action
      const { frozen, found } = named(before, given, world, id);
      const isUntouched = !found.met_on && !found.mark;
      if (isUntouched || isSaid(found, given, false, world)) return { after: before };
      // Without a count: the work rather waits once too often.
      if (!found.met_on || (given.seen ?? found.said) < found.said) throw saidSince(found, given, world);
      if (found.said >= mostMarks) {
        const detail = `is found not to be met after all only while it has fewer than ${mostMarks} marks`;
        throw invalid([{ pointer: '#/condition', code: 'too_big', detail }]);
      }
      return { after: marked(before, frozen, given, false, world) };
    },
  },
  /** For the calendar: what is not met when its day is over is told once. */
  remind_of_conditions: {
    args: once(() => z.object({})),
    run: (before, _args, world) => {
      if (world.actor.id !== systemActorId) throw new Problem('forbidden', 'Only the server sends reminders.');
      const late = unmetOf(before).filter((each) => isOver(each, world));
      if (late.length === 0) throw new Problem('invalid_transition', 'No reminder of a condition is due.');
      const open = before.conditions_open?.map((each) => (late.includes(each) ? { ...each, told: true } : each));
      return { after: { ...before, ...(open ? { conditions_open: open } : {}) } };
    },
  },
} satisfies Readonly<Record<string, Action<Document>>>;

interface Named {
  readonly frozen: Version;
  readonly found: Condition;
}

/** The condition of the version in force. Throws `stale_version` if that is another one. */
function named(document: Document, { version, condition }: Which, world: World, id: string): Named {
  const { current_approved_version: inForce, condition_marks: marks } = document;
  if (document.status === 'archived') throw new Problem('invalid_transition', 'The document is archived.');
  const frozen = world.children(id, 'version').find(({ body }) => body['version'] === inForce)?.body as
    | Version
    | undefined; // a record of the kind
  if (!frozen) throw new Problem('document_not_approved', 'No version of the document is in force.');
  if (version !== inForce)
    throw new Problem('stale_version', `Version ${inForce} is in force; read its conditions.`, {
      members: { current_version: inForce },
    });
  const found = conditionsNow(frozen, marks).find(({ number }) => number === condition);
  if (found) return { frozen, found };
  const detail = `version ${version} has ${frozen.conditions.length} conditions`;
  throw invalid([{ pointer: '#/condition', code: 'too_big', detail }]);
}

/** The same word again, as when an answer was lost. */
function isSaid({ mark }: Condition, { note = null }: Which, met: boolean, { author }: World): boolean {
  return mark?.met === met && mark.by.id === author.id && (mark.note ?? null) === note;
}

/** Names who said the last word. */
function saidSince({ number, mark, met_on: met }: Condition, { seen }: Which, { timezone }: World): Problem {
  if (met) {
    const who = mark ? `${mark.by.name} marked` : 'The approval has';
    return new Problem(
      'conflict',
      `${who} condition ${number} as met on ${mark ? dayIn(mark.at, timezone) : met.slice(0, 10)}.`,
    );
  }
  const found = `${mark?.by.name} found on ${dayIn(mark?.at ?? '', timezone)} that condition ${number} is not met after all.`;
  const hint = seen === undefined ? ' Send in `seen` how many of its marks you have read.' : '';
  return new Problem('conflict', found + hint);
}

function marked(before: Document, frozen: Version, given: Which, met: boolean, world: World): Document {
  const by = { id: world.author.id, name: world.author.name };
  const { version, condition, note = null } = given;
  const marks: ConditionMark[] = [
    ...(before.condition_marks ?? []),
    { version, condition, met, by, at: world.now, note },
  ];
  const known = before.conditions_open;
  return {
    ...before,
    condition_marks: marks,
    conditions_open: openConditions(conditionsNow(frozen, marks), known),
  };
}
