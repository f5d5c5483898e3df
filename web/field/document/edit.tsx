/** A hazard or a section of the draft, edited with or without signal; each pause saves. The version in force stays as it is. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Shown } from '../../../client-sdk/view/kinds.ts';
import { Problem } from '../../../shared/model/problem.ts';
import { replica } from '../base/device.ts';
import { useLive } from '../base/signal.ts';
import { useWords } from '../base/words.ts';
import { documentWords } from '../words/en-document.ts';
import { Banner } from '../frame/banner.tsx';
import { Entry } from '../frame/entry.tsx';
import { Frame } from '../frame/frame.tsx';
import { english } from '../words/en.ts';
import { Risk, Wait } from '../frame/said.tsx';

const pauseMs = 400;

export function Edit({
  document,
  entry,
  kind,
}: {
  readonly document: string;
  readonly entry: string;
  /** `hazard` or `section`. */
  readonly kind: string;
}) {
  const words = useWords(documentWords);
  const isHazard = kind === 'hazard';
  const view = isHazard ? replica().hazards : replica().sections;
  const draft = useLive(`document ${document}`, () => replica().documents.watch({ id: document }))?.[0];
  const shown = useLive<readonly (Shown<'hazard'> | Shown<'section'>)[]>(`${kind} ${entry}`, () =>
    view.watch({ document_id: document, id: entry }),
  )?.[0];
  const isOpen = draft?.status === 'draft';
  return (
    <Frame
      back={`/d/${document}/${kind}s`}
      below={draft?.title}
      room="today"
      title={shown ? ('name' in shown ? shown.name : shown.title) : words.edit}
    >
      <Banner tone={isOpen ? 'act' : 'care'}>{isOpen ? words.approvedNote : words.notEditable}</Banner>
      {shown ? (
        isOpen && <Fields isHazard={isHazard} key={shown.id} shown={shown} />
      ) : draft ? (
        <p class="none">{words.gone}</p>
      ) : (
        <Wait />
      )}
    </Frame>
  );
}

function Fields({
  shown,
  isHazard,
}: {
  readonly shown: Shown<'hazard'> | Shown<'section'>;
  readonly isHazard: boolean;
}) {
  const words = useWords(documentWords);
  const [first] = useState(shown);
  const [text, setText] = useState('name' in shown ? (shown.description ?? '') : (shown.body ?? ''));
  const [outcome, setOutcome] = useState<string | null>(null);
  const saved = useRef(text);
  const latest = useRef(text);
  latest.current = text;
  // Who leaves before the pause is over loses nothing.
  useEffect(
    () => () => {
      if (latest.current !== saved.current) void savedAs(first, latest.current);
    },
    [first],
  );
  useEffect(() => {
    if (text === saved.current) return;
    setOutcome(words.saving);
    const timer = setTimeout(() => {
      void savedAs(first, text).then((problem) => {
        if (problem === null) saved.current = text;
        return setOutcome(problem ?? words.saved);
      });
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [text, first, words]);
  return (
    <section class="card pad">
      <Entry label={isHazard ? words.description : words.text} long onInput={setText} value={text} />
      {'name' in shown && <Ratings hazard={shown} onOutcome={setOutcome} />}
      <p role="status">{outcome}</p>
    </section>
  );
}

/** Null = it is on the tablet; else why not, in words. */
async function savedAs(entry: Shown<'hazard'> | Shown<'section'>, text: string): Promise<string | null> {
  try {
    if ('name' in entry) await replica().hazards.patch(entry.id, { description: text });
    else await replica().sections.patch(entry.id, { body: text });
    return null;
  } catch (error) {
    return error instanceof Problem ? error.detail : english.fault;
  }
}

const levels = [1, 2, 3, 4, 5] as const;

/** Two rows of five; the risk after controls never rises above the one before. */
function Ratings({
  hazard,
  onOutcome,
}: {
  readonly hazard: Shown<'hazard'>;
  readonly onOutcome: (words: string) => void;
}) {
  const words = useWords(documentWords);
  const pick = (change: { severity_after?: number; likelihood_after?: number }): void => {
    replica()
      .hazards.patch(hazard.id, change)
      .then(() => onOutcome(words.saved))
      .catch((error: unknown) => onOutcome(error instanceof Problem ? error.detail : words.fault));
  };
  const row = (label: string, field: 'severity_after' | 'likelihood_after') => (
    <fieldset>
      <legend>{label}</legend>
      <div class="five">
        {levels.map((level) => (
          <button
            aria-pressed={hazard[field] === level}
            class="button"
            key={level}
            onClick={() => pick({ [field]: level })}
            type="button"
          >
            {level}
          </button>
        ))}
      </div>
    </fieldset>
  );
  return (
    <>
      <Risk band={hazard.band_after} risk={hazard.risk_after} />
      {row(words.severityAfter, 'severity_after')}
      {row(words.likelihoodAfter, 'likelihood_after')}
    </>
  );
}
