/** Every field of a hazard: words, controls by their level, and the risk before and with them. */
import { useContext, useState } from 'preact/hooks';
import { uuidFrom } from '../../../../client-sdk/base/random-id.ts';
import type { Shown } from '../../../../client-sdk/view/kinds.ts';
import { Button } from '../../../ui/button.tsx';
import { replica } from '../../base/device.ts';
import { useWords } from '../../base/words.ts';
import { Entry } from '../../frame/entry.tsx';
import { Risk } from '../../frame/said.tsx';
import { documentWords } from '../../words/en-document.ts';
import { editWords } from '../../words/en-edit.ts';
import { SavedNote, SavedText } from './saved-text.tsx';
import { KeepWords } from './unsaved-words.ts';
import { problemOf, usePatch, useSaved, type Outcome } from './use-saved.ts';

type Hazard = Shown<'hazard'>;
type Change = Parameters<ReturnType<typeof replica>['hazards']['patch']>[1];

const parts = { ...documentWords, ...editWords };

export function EditHazard({ hazard }: { readonly hazard: Hazard }) {
  const words = useWords(parts);
  const [first] = useState(hazard);
  const save = usePatch(first, (change: Change, seen) => replica().hazards.patch(first.id, change, seen));
  return (
    <>
      <section class="card pad">
        <SavedText first={first.name} label={words.hazardName} save={(name) => save({ name })} />
        <SavedText
          first={first.description ?? ''}
          label={words.description}
          long
          save={(description) => save({ description })}
        />
        <SavedText first={first.who_at_risk ?? ''} label={words.notes} save={(who) => save({ who_at_risk: who })} />
      </section>
      <Ratings
        fields={['severity_before', 'likelihood_before']}
        hazard={hazard}
        save={save}
        title={words.beforeControls}
      />
      <Controls first={first.controls} save={(controls) => save({ controls })} />
      <Ratings
        fields={['severity_after', 'likelihood_after']}
        hazard={hazard}
        save={save}
        title={words.afterControls}
      />
    </>
  );
}

type Control = Hazard['controls'][number];

const levels = ['elimination', 'substitution', 'engineering', 'administrative', 'ppe', null] as const;

/** One list a level, the best level first. */
function Controls({
  first,
  save,
}: {
  readonly first: readonly Control[];
  readonly save: (controls: Control[]) => Promise<void>;
}) {
  const words = useWords(parts);
  const kept = (controls: readonly Control[]): Control[] =>
    controls.filter(({ description }) => description.trim() !== '');
  const keepWords = useContext(KeepWords);
  const { value, setValue, outcome } = useSaved<readonly Control[]>(first, (controls) => save(kept(controls)), {
    note: (controls) =>
      keepWords(words.controls, controls && controls.map(({ description }) => description).join('\n')),
    turn: keepWords,
  });
  return (
    <section class="card pad">
      <h2>{words.controls}</h2>
      <p class="second">{words.emptyRemoves}</p>
      {levels.map((level) => {
        const name = words.levels[level ?? 'none'] ?? '';
        const own = value.flatMap((control, i) =>
          (control.hierarchy_level ?? null) === level ? [[control, i] as const] : [],
        );
        if (level === null && own.length === 0) return null;
        return (
          <fieldset class="stack" key={level}>
            {own.length > 0 && <legend>{name}</legend>}
            {own.map(([control, i], place) => (
              <Entry
                key={i}
                label={words.control(name, place + 1)}
                long
                onInput={(description) => setValue(value.with(i, { ...control, description }))}
                value={control.description}
              />
            ))}
            {level !== null && (
              <Button
                icon="plus"
                onClick={() => setValue([...value, { id: newId(), description: '', hierarchy_level: level }])}
              >
                {words.addControl(name)}
              </Button>
            )}
          </fieldset>
        );
      })}
      <SavedNote outcome={outcome} />
    </section>
  );
}

/** Controls are merged by it. */
function newId(): string {
  return uuidFrom((bytes) => crypto.getRandomValues(bytes));
}

const scale = [1, 2, 3, 4, 5] as const;
type Rating = 'severity_before' | 'likelihood_before' | 'severity_after' | 'likelihood_after';

/** Two rows of five; the risk with controls never rises above the one before. */
function Ratings({
  hazard,
  fields,
  title,
  save,
}: {
  readonly hazard: Hazard;
  readonly fields: readonly [severity: Rating, likelihood: Rating];
  readonly title: string;
  readonly save: (change: Change) => Promise<void>;
}) {
  const words = useWords(parts);
  const [outcome, setOutcome] = useState<Outcome>(null);
  const labels: Readonly<Record<Rating, string>> = {
    severity_before: words.severityBefore,
    likelihood_before: words.likelihoodBefore,
    severity_after: words.severityAfter,
    likelihood_after: words.likelihoodAfter,
  };
  const isAfter = fields[0] === 'severity_after';
  return (
    <section class="card pad">
      <header class="line">
        <h2>{title}</h2>
        <Risk
          band={isAfter ? hazard.band_after : hazard.band_before}
          risk={isAfter ? hazard.risk_after : hazard.risk_before}
        />
      </header>
      {fields.map((field, i) => (
        <fieldset key={field}>
          <legend>{labels[field]}</legend>
          <div class="five">
            {scale.map((level) => (
              <button
                aria-pressed={hazard[field] === level}
                class="button"
                key={level}
                onClick={() =>
                  void save({ [field]: level }).then(
                    () => setOutcome('saved'),
                    (error: unknown) => setOutcome({ problem: problemOf(error) }),
                  )
                }
                type="button"
              >
                {level}
              </button>
            ))}
          </div>
          <p class="second" role="status">
            {(i === 0 ? words.severities : words.likelihoods)[(hazard[field] ?? 0) - 1]}
          </p>
        </fieldset>
      ))}
      <SavedNote outcome={outcome} />
    </section>
  );
}
