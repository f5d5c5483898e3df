/**
 * What becomes of the conditions of an approval: somebody who may approve says that one is met, or not met after all, and people are told of
 * what is not met when its day is over. The version stays as it was frozen; each word on it is kept.
 */
import * as z from 'zod';
import { once } from '../../base/once.ts';
import { systemActorId } from '../../model/access.ts';
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
  }),
);
interface Which {
  readonly version: number;
  readonly condition: number;
  readonly note?: string | null;
}

export const conditionActions = {
  meet_condition: {
    permission: 'documents:approve',
    args: which,
    run: (before, args, world, id) => {
      const given = args as unknown as Which; // parsed by the schema of the action
      const { frozen, found } = named(before, given, world, id);
      if (!found.met_on) return { after: marked(before, frozen, given, true, world) };
      // The same word again, as when an answer was lost.
      if (found.mark?.by.id === world.author.id && (found.mark.note ?? null) === (given.note ?? null))
        return { after: before };
      const who = found.mark ? `${found.mark.by.name} marked` : 'The approval has';
      throw new Problem('conflict', `${who} condition ${found.number} as met on ${found.met_on.slice(0, 10)}.`);
    },
  },
  reopen_condition: {
    permission: 'documents:approve',
    args: which,
    run: (before, args, world, id) => {
      const given = args as unknown as Which; // parsed by the schema of the action
      const { frozen, found } = named(before, given, world, id);
      return { after: found.met_on ? marked(before, frozen, given, false, world) : before };
    },
  },
  /** For the calendar: what is not met when its day is over is told once. */
  remind_of_conditions: {
    args: once(() => z.object({})),
    run: (before, _args, world) => {
      if (world.actor.id !== systemActorId) throw new Problem('forbidden', 'Only the server sends reminders.');
      const late = unmetOf(before).filter((each) => isOver(each, world.now));
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

function marked(before: Document, frozen: Version, given: Which, met: boolean, world: World): Document {
  const by = { id: world.author.id, name: world.author.name };
  const { version, condition, note = null } = given;
  const marks: ConditionMark[] = [
    ...(before.condition_marks ?? []),
    { version, condition, met, by, at: world.now, note },
  ];
  if (marks.filter((each) => each.version === version && each.condition === condition).length > mostMarks)
    throw invalid([{ pointer: '#/condition', code: 'too_big', detail: `is marked at most ${mostMarks} times` }]);
  const known = before.conditions_open;
  return {
    ...before,
    condition_marks: marks,
    conditions_open: openConditions(conditionsNow(frozen, marks), known),
  };
}
