/** The questions of an understanding check: each with its answers, of which one is right. What is written is saved when a question is left. */
import { useRef, useState } from 'preact/hooks';
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../../../shared/base/json.ts';
import { isForeign } from '../../../../shared/resources/document/section-rows.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { tell } from '../../../ui/toasts.tsx';
import { useHeldPlace } from '../../../ui/written/held-place.ts';
import { NotSaved } from '../../../ui/written/not-saved.tsx';
import { noteRemoved } from '../../../ui/written/one-press.ts';
import { useFocusInRows, useRowKeys } from '../../../ui/written/row-keys.ts';
import { movedTo, onRowKey, placeBeside, type RowStep } from '../../../ui/written/row-steps.ts';
import { RowTools } from '../../../ui/written/row-tools.tsx';
import { useWritten, type Save } from '../../../ui/written/use-written.ts';

type Data = Readonly<Record<string, unknown>>;

/** As `questionsDue` reads it; what else a question holds stays as it was. */
interface Question {
  readonly question?: string;
  readonly options?: readonly string[];
  readonly answer_index?: number;
}

/** No answer is right yet. */
const none = -1;
const fresh: Question = { question: '', options: ['', ''], answer_index: 0 };
/** One screen of a tablet holds no more. */
const mostAnswers = 4;

/** Data of other programs may be anything: what is no question would be replaced by one. */
export function isOfQuestions(data: JsonObject | null): boolean {
  const items = data?.['items'] ?? [];
  const isQuestion = (item: Json): boolean =>
    isJsonObject(item) &&
    typeof item['question'] === 'string' &&
    isJsonList(item['options'] ?? []) &&
    ((item['options'] as readonly Json[] | undefined) ?? []).every((option) => typeof option === 'string');
  return !isForeign(data) && isJsonList(items) && items.every(isQuestion);
}

export function Questions({ data, save }: { readonly data: Data; readonly save: Save<Data> }) {
  const stored = Array.isArray(data['items']) ? (data['items'] as readonly Question[]) : []; // of the type of the section
  const dataOf = (questions: readonly Question[]): Data => ({ ...data, items: asked(questions) });
  const { written, isUntaken, put, give } = useWritten(
    stored,
    (next, seen) => save(dataOf(next), seen && dataOf(seen)),
    {
      name: 'questions',
      keyOf: asked,
      // What has no words yet is not saved, and stays.
      over: (read, now) =>
        JSON.stringify(asked(read)) === JSON.stringify(asked(now)) ? now : [...read, ...now.filter(isEmpty)],
    },
  );
  const putOne = (at: number, changes: Question): readonly Question[] =>
    put(written.map((each, i) => (i === at ? { ...each, ...changes } : each)));
  const keys = useRowKeys(written.map((each) => JSON.stringify(each)));
  const group = useRef<HTMLFieldSetElement>(null);
  useFocusInRows(group, () => tell('The question or answer that you were in was removed.'));
  const [begunAt, setBegunAt] = useState<number>();
  const hold = useHeldPlace();
  const step = (at: number, way: RowStep): void => {
    if (way === 'below') {
      setBegunAt(at + 1);
      return void put(written.toSpliced(at + 1, 0, fresh));
    }
    const to = placeBeside(at, way, written.length);
    if (to === undefined) return tell(`The question is ${way === 'up' ? 'first' : 'last'} already.`);
    hold(group.current?.querySelectorAll(':scope > .question')[at] ?? null);
    keys.move(at, to);
    give(put(movedTo(written, at, to)));
    tell(`The question is number ${to + 1} of ${written.length} now.`);
  };
  return (
    <fieldset class="rows-field" data-field="body" ref={group}>
      <legend>Questions before signing</legend>
      {written.map((question, at) => (
        <OneQuestion
          autofocus={at === begunAt}
          key={keys.of(at)}
          number={at + 1}
          onInput={(changes) => putOne(at, changes)}
          onLeft={() => give()}
          onAnswerRemoved={(changes) => {
            noteRemoved();
            give(putOne(at, changes));
          }}
          onRemoved={() => {
            noteRemoved();
            keys.remove(at);
            give(put(written.toSpliced(at, 1)));
            group.current?.querySelector<HTMLElement>(':scope > .button')?.focus();
          }}
          onStep={(way) => step(at, way)}
          onSet={(changes) => give(putOne(at, changes))}
          question={question}
        />
      ))}
      <NotSaved holds={isUntaken} />
      <Button icon="plus" onClick={() => put([...written, fresh])} small>
        Add question
      </Button>
    </fieldset>
  );
}

function OneQuestion({
  question: { question = '', options = [], answer_index: right = none },
  number,
  autofocus,
  onInput,
  onStep,
  onSet,
  onLeft,
  onAnswerRemoved,
  onRemoved,
}: {
  readonly question: Question;
  readonly number: number;
  readonly autofocus: boolean;
  readonly onStep: (step: RowStep) => void;
  /** While it is written. */
  readonly onInput: (changes: Question) => unknown;
  /** For what is chosen, and saved at once. */
  readonly onSet: (changes: Question) => void;
  readonly onLeft: () => void;
  readonly onAnswerRemoved: (changes: Question) => void;
  readonly onRemoved: () => void;
}) {
  return (
    <div class="question" onFocusOut={onLeft} onKeyDown={onRowKey(onStep)}>
      <div class="written-row">
        <TextField
          autofocus={autofocus}
          label={`Question ${number}`}
          name="question"
          onInput={(text) => onInput({ question: text })}
          rows={1}
          value={question}
        />
        <RowTools number={number} one="question" onRemoved={onRemoved} onStep={onStep} />
      </div>
      {options.map((option, at) => (
        <div class="answer-row" key={at}>
          <input
            aria-label={`Answer ${at + 1} of question ${number} is right`}
            checked={at === right}
            onChange={() => onSet({ answer_index: at })}
            type="radio"
          />
          <TextField
            described={`question ${number}`}
            label={`Answer ${at + 1}${at === right ? ', the right one' : ''}`}
            name="option"
            onInput={(text) => onInput({ options: options.map((each, i) => (i === at ? text : each)) })}
            value={option}
          />
          {options.length > 2 && (
            <IconButton
              icon="trash"
              label={`Remove answer ${at + 1} of question ${number}`}
              onClick={({ currentTarget }) => {
                onAnswerRemoved({
                  options: options.toSpliced(at, 1),
                  answer_index: at < right ? right - 1 : at === right ? none : right,
                });
                currentTarget.closest('.question')?.querySelector<HTMLElement>('.input')?.focus();
              }}
            />
          )}
        </div>
      ))}
      {options.length < mostAnswers && (
        <Button icon="plus" onClick={() => onInput({ options: [...options, ''] })} small>
          Add answer
        </Button>
      )}
    </div>
  );
}

const isEmpty = ({ question = '' }: Question): boolean => question.trim() === '';

/** Neither a question nor an answer without words is kept; while the right answer has none, none is asked. */
function asked(questions: readonly Question[]): Question[] {
  return questions
    .filter((each) => !isEmpty(each))
    .map(({ answer_index: right = none, options = [], ...others }) => {
      const answer = options[right]?.trim() ? { answer_index: filled(options.slice(0, right)).length } : {};
      return { ...others, options: filled(options), ...answer };
    });
}

function filled(options: readonly string[]): string[] {
  return options.filter((each) => each.trim() !== '');
}
