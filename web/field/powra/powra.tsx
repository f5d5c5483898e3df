/** Point of work check: one question a screen, yes or no; a no asks for a line and a photo. Each answer, and what is written, is kept at once. */
import type { Shown } from '../../../client-sdk/view/kinds.ts';
import { mostIncidentPhotos } from '../../../shared/resources/incident/most-photos.ts';
import { Button } from '../../ui/button.tsx';
import { useIsGone } from '../report/site-gone.ts';
import { useWords } from '../base/words.ts';
import { useInForce } from '../document/in-force.ts';
import { Banner } from '../frame/banner.tsx';
import { Fault } from '../frame/fault.tsx';
import { Frame } from '../frame/frame.tsx';
import { powraWords } from '../words/en-powra.ts';
import { withAnswer, withWritten } from './check.ts';
import { Decide } from './decide.tsx';
import { decidedPlace } from './checks-left.tsx';
import { photosIn, writtenAt, type Check } from './kept-check.ts';
import { Question } from './question.tsx';
import { useCheck } from './use-check.ts';
import { CheckDecided, CheckElsewhere } from './unrecorded-check.tsx';

/** Which question is about the weather, and takes a number. */
const weatherQuestion = 2;

interface PowraProps {
  /** Of the work that the check is for; `decided` = one that waits. */
  readonly document: string;
  /** Of the one that waits. */
  readonly incident: string;
  /** Of the tablet, which may have none any more. */
  readonly site: Shown<'site'> | undefined;
}

export function Powra({ document, incident, site }: PowraProps) {
  return document === decidedPlace ? (
    <CheckDecided incident={incident} />
  ) : (
    <UnderWay document={document} site={site} />
  );
}

function UnderWay({ document, site }: Omit<PowraProps, 'incident'>) {
  const words = useWords(powraWords);
  const parent = useInForce(document);
  const { check, failure, fail, clear, other, change, decide } = useCheck(document, site);
  const isGone = useIsGone(check?.site.id ?? site?.id ?? '');
  const attempt = (by: (check: Check) => Check): Promise<void> => change(by).then(() => clear(), fail);
  const at = check?.answers.length ?? 0;
  const question = words.questions[at];
  const item = powraWords.questions[at] ?? '';
  if (check && isGone) return <CheckElsewhere check={check} document={document} />;
  return (
    <Frame back="" below={parent?.title ?? check?.site.name} room="today" title={words.powra}>
      {failure && <Fault failure={failure} />}
      {check && check.site.id !== site?.id && <Banner tone="care">{words.begunAt(check.site.name)}</Banner>}
      {other && <Banner tone="care">{other === 'answers' ? words.otherAnswers : words.otherCheck}</Banner>}
      {check && question === undefined && (
        // Who decides is asked again where another tab changes the answers.
        <Decide
          answers={check.answers}
          key={JSON.stringify(check.answers)}
          onDecide={(decided) => decide(decided, parent ?? null)}
        />
      )}
      {check && question !== undefined && (
        <Question
          count={words.count(at + 1, words.questions.length)}
          isWeather={at === weatherQuestion}
          key={at}
          mostPhotos={mostIncidentPhotos - photosIn(check).length + writtenAt(check, item).photos.length}
          onAnswer={(response) => attempt((before) => withAnswer(before, at, item, response))}
          onFailure={fail}
          onKept={clear}
          onWrite={(write) => change((before) => withWritten(before, item, write))}
          question={question}
          site={check.site.id}
          written={writtenAt(check, item)}
        />
      )}
      {at > 0 && (
        <Button
          icon="arrow-left"
          onClick={() => attempt((before) => ({ ...before, answers: before.answers.slice(0, at - 1) }))}
          wide
        >
          {words.questionBefore}
        </Button>
      )}
    </Frame>
  );
}
