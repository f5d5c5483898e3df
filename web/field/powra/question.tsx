/** One question of a point of work check. What is written is kept with each letter: the camera may end the page. */
import { Button } from '../../ui/button.tsx';
import { useSignal } from '../base/signal.ts';
import { useWords } from '../base/words.ts';
import { useKeptText } from '../report/use-kept-text.ts';
import { Entry } from '../frame/entry.tsx';
import { photosUnderWay, TakePhoto, withPhoto } from '../report/take-photo.tsx';
import { english } from '../words/en.ts';
import { powraWords } from '../words/en-powra.ts';
import type { Answer, Written } from './kept-check.ts';

/** The notes of all questions fit into the reason of a stop. */
const mostPerNote = 600;

export function Question({
  question,
  count,
  site,
  isWeather,
  written,
  mostPhotos,
  onWrite,
  onAnswer,
  onFailure,
  onKept,
}: {
  readonly question: string;
  readonly count: string;
  readonly site: string;
  readonly isWeather: boolean;
  readonly written: Written;
  /** Here: all of the check fit into the incident of a stop. */
  readonly mostPhotos: number;
  /** Rejects where it cannot be kept. */
  readonly onWrite: (write: (before: Written) => Partial<Written>) => Promise<void>;
  /** With what is written. */
  readonly onAnswer: (response: Answer['response']) => Promise<void>;
  /** `text` = which was not kept; absent where it is no text. */
  readonly onFailure: (error: unknown, text?: string) => void;
  readonly onKept: (text?: string) => void;
}) {
  const words = useWords(powraWords);
  const write = (change: Partial<Written>, text?: 'note' | 'gust'): Promise<void> =>
    onWrite(() => change).then(
      () => onKept(text),
      (error: unknown) => onFailure(error, text),
    );
  const [note, writeNote] = useKeptText(written.note, (next) => write({ note: next }, 'note'));
  const [gust, writeGust] = useKeptText(written.gust, (next) => write({ gust: next }, 'gust'));
  const isStoring = useSignal(photosUnderWay) > 0;
  const isWrong = written.response === 'no';
  const yes = (
    <Button
      busy={isStoring}
      icon="check"
      look={isWrong ? 'line' : 'act'}
      onClick={() => onAnswer('yes')}
      wide={isWrong}
    >
      {words.yes}
    </Button>
  );
  return (
    <section class="card pad stack question">
      <p class="second">{count}</p>
      <h2 class="large">{question}</h2>
      {isWeather && <Entry help={words.optional} isNumber label={words.gust} onInput={writeGust} value={gust} />}
      {isWrong ? (
        <>
          <Entry label={words.whatIsWrong} long most={mostPerNote} onInput={writeNote} value={note} />
          <TakePhoto
            kept={written.photos.map(({ id }) => id)}
            look="line"
            most={mostPhotos}
            name={english.powra}
            onTaken={(id, sha256, replaced) =>
              onWrite(({ photos }) => ({ photos: withPhoto(photos, { id, sha256 }, replaced, mostPhotos) }))
            }
            site={site}
          />
          <Button busy={isStoring} disabled={note.trim() === ''} look="act" onClick={() => onAnswer('no')} wide>
            {words.goOn}
          </Button>
          {yes}
        </>
      ) : (
        <div class="buttons large-ones push">
          <Button icon="x" onClick={() => write({ response: 'no' })}>
            {words.no}
          </Button>
          {yes}
        </div>
      )}
    </section>
  );
}
