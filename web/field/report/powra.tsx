/** Point of work check: one question a screen, yes or no; a no asks for a line and a photo. The decision makes the record. */
import { useState } from 'preact/hooks';
import type { Shown } from '../../../client-sdk/view/kinds.ts';
import { Button } from '../../ui/button.tsx';
import { replica } from '../base/device.ts';
import { go } from '../base/place.ts';
import { moment } from '../base/times.ts';
import { useWords } from '../base/words.ts';
import { Banner } from '../frame/banner.tsx';
import { Entry } from '../frame/entry.tsx';
import { Frame } from '../frame/frame.tsx';
import { useInForce } from '../document/in-force.ts';
import { TakePhoto } from './take-photo.tsx';

interface Answer {
  readonly item: string;
  readonly response: 'yes' | 'no';
  readonly note: string | null;
}

type Decision = 'proceed' | 'proceed_with_changes' | 'stop';

/** `document` = of the work that the check is for. */
export function Powra({ document, site }: { readonly document: string; readonly site: Shown<'site'> }) {
  const words = useWords();
  const parent = useInForce(document);
  const [answers, setAnswers] = useState<readonly Answer[]>([]);
  const [isWrong, setWrong] = useState(false);
  const [note, setNote] = useState('');
  const [failure, setFailure] = useState(false);
  const question = words.questions[answers.length];
  const answer = (response: Answer['response'], line: string | null): void => {
    if (question === undefined) return;
    setAnswers([...answers, { item: question, response, note: line }]);
    setWrong(false);
    setNote('');
  };
  const decide = (decision: Decision): void => {
    const place = { site, documentId: document, version: parent?.version ?? null };
    record(answers, decision, place, words.powra)
      .then(() => go(decision === 'stop' ? '/stop' : '', true))
      .catch(() => setFailure(true));
  };
  return (
    <Frame back="" below={parent?.title ?? site.name} room="today" title={words.powra}>
      {failure && <Banner tone="stop">{words.fault}</Banner>}
      {question === undefined ? (
        <Decide answers={answers} onDecide={decide} />
      ) : (
        <section class="card pad stack question">
          <p class="second">{words.count(answers.length + 1, words.questions.length)}</p>
          <h2 class="large">{question}</h2>
          {isWrong ? (
            <>
              <Entry label={words.whatIsWrong} long onInput={setNote} value={note} />
              <TakePhoto look="line" onTaken={() => undefined} site={site.id} />
              <Button disabled={note.trim() === ''} look="act" onClick={() => answer('no', note.trim())} wide>
                {words.goOn}
              </Button>
            </>
          ) : (
            <div class="buttons large-ones push">
              <Button icon="x" onClick={() => setWrong(true)}>
                {words.no}
              </Button>
              <Button icon="check" look="act" onClick={() => answer('yes', null)}>
                {words.yes}
              </Button>
            </div>
          )}
        </section>
      )}
    </Frame>
  );
}

function Decide({
  answers,
  onDecide,
}: {
  readonly answers: readonly Answer[];
  readonly onDecide: (decision: Decision) => void;
}) {
  const words = useWords();
  const wrong = answers.filter(({ response }) => response === 'no');
  return (
    <section class="card pad stack">
      <h2 class="large">{words.decide}</h2>
      <ul class="bullets">
        {wrong.map(({ item, note }) => (
          <li key={item}>
            {item} <b>{note}</b>
          </li>
        ))}
      </ul>
      {wrong.length === 0 ? (
        <Button icon="check" look="act" onClick={() => onDecide('proceed')} wide>
          {words.proceed}
        </Button>
      ) : (
        <Button icon="check" look="act" onClick={() => onDecide('proceed_with_changes')} wide>
          {words.proceedChanged}
        </Button>
      )}
      <Button icon="octagon-x" look="stop" onClick={() => onDecide('stop')} wide>
        {words.stopDecision}
      </Button>
    </section>
  );
}

/** A document of its own, so that it can be found, read and signed like any other. */
async function record(
  answers: readonly Answer[],
  decision: Decision,
  {
    site,
    documentId,
    version,
  }: { readonly site: Shown<'site'>; readonly documentId: string; readonly version: number | null },
  title: string,
): Promise<void> {
  const id = await replica().documents.create({
    title: `${title}, ${moment(new Date().toISOString())}`,
    document_type: 'powra',
    project_id: site.project_id,
    site_id: site.id,
    powra: { decision, parent_document_id: documentId, parent_version: version },
  });
  await replica().sections.create({
    document_id: id,
    section_type: 'powra_checklist',
    title,
    data: { items: answers.map((each) => ({ ...each })) },
  });
}
