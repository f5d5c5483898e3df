/** Point of work check: one question a screen, yes or no; a no asks for a line and a photo. Each answer is kept at once. */
import { useEffect, useState } from 'preact/hooks';
import type { Shown } from '../../../client-sdk/view/kinds.ts';
import { Button } from '../../ui/button.tsx';
import { serverTime } from '../base/clock.ts';
import { go } from '../base/place.ts';
import { useSignal } from '../base/signal.ts';
import { recordStop } from '../base/stop.ts';
import { useWords } from '../base/words.ts';
import { useInForce } from '../document/in-force.ts';
import { Banner } from '../frame/banner.tsx';
import { Entry } from '../frame/entry.tsx';
import { Frame } from '../frame/frame.tsx';
import { photosUnderWay, TakePhoto } from '../report/take-photo.tsx';
import { english } from '../words/en.ts';
import { reportWords } from '../words/en-report.ts';
import { powraWords } from '../words/en-powra.ts';
import { keepCheck, readCheck, recordCheck, type Answer, type Check, type Decided, type Taken } from './check.ts';
import { Decide } from './decide.tsx';

/** Which question is about the weather, and takes a number. */
const weatherQuestion = 2;

/** `document` = of the work that the check is for. */
export function Powra({ document, site }: { readonly document: string; readonly site: Shown<'site'> }) {
  const words = useWords(powraWords);
  const parent = useInForce(document);
  const [check, setCheck] = useState<Check>();
  const [failure, setFailure] = useState(false);
  useEffect(() => void readCheck(document, serverTime()).then(setCheck, () => setFailure(true)), [document]);
  const change = async (next: Check): Promise<void> => {
    try {
      await keepCheck(document, next);
      setCheck(next);
    } catch {
      setFailure(true);
    }
  };
  const decide = async (decided: Decided): Promise<void> => {
    if (!check) return;
    try {
      await recordCheck(check, decided, { site, document, parent: parent ?? null });
      if (decided.decision === 'stop') await stopFor(check, site);
      go('', true);
    } catch {
      setFailure(true);
    }
  };
  const at = check?.answers.length ?? 0;
  const question = words.questions[at];
  const back = (): void => {
    if (check) void change({ ...check, answers: check.answers.slice(0, -1) });
  };
  return (
    <Frame back="" below={parent?.title ?? site.name} room="today" title={words.powra}>
      {failure && <Banner tone="stop">{words.fault}</Banner>}
      {check && question === undefined && <Decide answers={check.answers} onDecide={decide} />}
      {check && question !== undefined && (
        <Question
          count={words.count(at + 1, words.questions.length)}
          isWeather={at === weatherQuestion}
          key={at}
          onAnswer={(answer) =>
            change({ ...check, answers: [...check.answers, { item: powraWords.questions[at] ?? question, ...answer }] })
          }
          question={question}
          site={site.id}
        />
      )}
      {at > 0 && (
        <Button icon="arrow-left" onClick={back} wide>
          {words.questionBefore}
        </Button>
      )}
    </Frame>
  );
}

/** The decision is the reason: nobody has to say it twice. */
async function stopFor({ answers }: Check, site: Shown<'site'>): Promise<void> {
  const wrong = answers.flatMap(({ response, item, note }) =>
    response === 'no' ? [`${item} ${note ?? ''}`.trim()] : [],
  );
  await recordStop({
    site,
    project: site.project_id,
    where: site.name,
    title: reportWords.stopTitle,
    reason: [english.powra, ...wrong].join('. '),
  });
}

function Question({
  question,
  count,
  site,
  isWeather,
  onAnswer,
}: {
  readonly question: string;
  readonly count: string;
  readonly site: string;
  readonly isWeather: boolean;
  readonly onAnswer: (answer: Omit<Answer, 'item'>) => Promise<void>;
}) {
  const words = useWords(powraWords);
  const [isWrong, setWrong] = useState(false);
  const [note, setNote] = useState('');
  const [gust, setGust] = useState('');
  const [photos, setPhotos] = useState<readonly Taken[]>([]);
  const isStoring = useSignal(photosUnderWay) > 0;
  const metres = Number(gust.replace(',', '.'));
  const weather = gust.trim() !== '' && Number.isFinite(metres) ? { gust: metres } : {};
  return (
    <section
      class="card pad stack question"
      // The second tap of two would answer the next question, unread.
      onClickCapture={(event) => {
        if (event.detail > 1) event.stopPropagation();
      }}
    >
      <p class="second">{count}</p>
      <h2 class="large">{question}</h2>
      {isWeather && <Entry help={words.optional} isNumber label={words.gust} onInput={setGust} value={gust} />}
      {isWrong ? (
        <>
          <Entry label={words.whatIsWrong} long onInput={setNote} value={note} />
          <TakePhoto
            look="line"
            name={english.powra}
            onTaken={(id, sha256) => setPhotos((before) => [...before, { id, sha256 }])}
            site={site}
          />
          <Button
            busy={isStoring}
            disabled={note.trim() === ''}
            look="act"
            onClick={() => onAnswer({ response: 'no', note: note.trim(), photos, ...weather })}
            wide
          >
            {words.goOn}
          </Button>
        </>
      ) : (
        <div class="buttons large-ones push">
          <Button icon="x" onClick={() => setWrong(true)}>
            {words.no}
          </Button>
          <Button icon="check" look="act" onClick={() => onAnswer({ response: 'yes', note: null, ...weather })}>
            {words.yes}
          </Button>
        </div>
      )}
    </section>
  );
}
