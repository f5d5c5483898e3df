/** How far one person is with the questions: kept from the first answer, so that a restart neither repeats nor forgets an attempt. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { SignArguments } from '../../../client-sdk/write/sign.ts';
import type { Shown } from '../../../client-sdk/view/kinds.ts';
import { questionsDue, questionsIn, type Question } from '../../../shared/resources/signoff/understanding.ts';
import { replica } from '../base/device.ts';
import { changeKept, keep, readKept } from '../base/kept.ts';

interface Kept {
  /** Questions that were answered right. */
  readonly done: number;
  /** Wrong answers, by question. */
  readonly wrong: readonly number[];
  /** Their sign-off of this version when they answered: once there is another, these answers belonged to that one. */
  readonly after?: string;
}

export interface Progress {
  readonly questions: readonly Question[];
  /** The index of the one that is asked now; their number = all are answered. */
  readonly at: number;
  readonly isDue: boolean;
  /** Resolves to whether the question is behind them, once that is on the disk: another tab may have had it answered. */
  readonly answer: (option: number) => Promise<boolean>;
  /** How often each question was answered so far, in their order. */
  readonly tries: readonly number[];
  /** For the sign-off; undefined where none was due. */
  readonly evidence: SignArguments['understanding_check'];
  readonly forget: () => Promise<void>;
}

const nothing: Kept = { done: 0, wrong: [] };

/**
 * `person` = their key in the crew. `isBegun` = they draw or write: questions that are switched on now come with the next person. `after` =
 * the id of their last sign-off of the version; empty = there is none. Null while it is read.
 */
export function useProgress(
  version: Shown<'version'>,
  person: string,
  isBegun: boolean,
  after: string,
): Progress | null {
  const key = `check ${version.document_id} ${version.version} ${person}`;
  const due = questionsDue(version, replica().settings);
  const all = questionsIn(version);
  const asked = useRef(due);
  const [found, setKept] = useState<Kept | null>(all.length === 0 ? nothing : null);
  useEffect(() => {
    if (all.length > 0) void readKept<Kept>(key).then((known) => setKept(known ?? nothing));
  }, [key, all.length]);
  if (!found) return null;
  const own = (each: Kept): Kept => ((each.after ?? '') === after ? each : { ...nothing, after });
  const kept = own(found);
  // What was answered is recorded, also where the office asks for nothing by now.
  if (!isBegun) asked.current = kept.done === all.length ? all : due;
  const questions = asked.current;
  const isDue = kept.done < questions.length;
  const tries = questions.map((_, i) => (kept.wrong[i] ?? 0) + Number(i < kept.done));
  const attempts = Math.max(1, ...tries);
  const count = questions.length;
  return {
    questions,
    at: kept.done,
    isDue,
    tries,
    answer: async (option) => {
      const isRight = questions[kept.done]?.answer_index === option;
      let next = kept;
      // Another tab may have gone further, or counted wrong answers.
      await changeKept<Kept>(key, (stored = nothing) => {
        const before = own(stored);
        const isBehind = before.done > kept.done;
        const wrong = questions.map(
          (_, i) => (before.wrong[i] ?? 0) + Number(!isRight && !isBehind && i === kept.done),
        );
        return (next = { done: Math.max(before.done, kept.done + Number(isRight)), wrong, after });
      });
      setKept(next);
      return next.done > kept.done;
    },
    evidence:
      count === 0 ? undefined : { required: true, questions: count, correct: kept.done, attempts, passed: !isDue },
    forget: () => (all.length === 0 ? Promise.resolve() : keep(key, undefined)),
  };
}
