/** Point of work check: one question a screen, yes or no; a no asks for a line and a photo. Each answer, and what is written, is kept at once. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Shown } from '../../../client-sdk/view/kinds.ts';
import { Button } from '../../ui/button.tsx';
import { serverTime } from '../base/clock.ts';
import { go } from '../base/place.ts';
import { useIsGone } from '../report/site-gone.ts';
import { useWords } from '../base/words.ts';
import { useInForce } from '../document/in-force.ts';
import { Banner } from '../frame/banner.tsx';
import { Frame } from '../frame/frame.tsx';
import { powraWords } from '../words/en-powra.ts';
import { changeCheck, readCheck, withWritten, writtenAt } from './check.ts';
import { Decide } from './decide.tsx';
import { decidedPlace } from './checks-left.tsx';
import type { Check } from './kept-check.ts';
import { Question } from './question.tsx';
import { recordCheck } from './record-check.ts';
import type { Decided } from './recording.ts';
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
  const [check, setCheck] = useState<Check>();
  const [failure, setFailure] = useState(false);
  const isLeft = useRef(false);
  /** Somebody may have opened something else meanwhile. */
  const leaveFor = (place: string): void => {
    if (!isLeft.current) go(place, true);
  };
  const fail = (): void => setFailure(true);
  useEffect(() => {
    isLeft.current = false;
    readCheck(document, serverTime(), site).then((found) => (found ? setCheck(found) : leaveFor('')), fail);
    return () => {
      isLeft.current = true;
    };
  }, [document]);
  const isGone = useIsGone(check?.site.id ?? site?.id ?? '');
  const change = async (by: (check: Check) => Check): Promise<void> => {
    const after = check && (await changeCheck(document, check, by));
    if (after) setCheck(after);
    else leaveFor('');
  };
  const attempt = (work: Promise<void>): Promise<void> => work.catch(fail);
  const decide = async (decided: Decided): Promise<void> => {
    if (!check) return;
    const isRecorded = await recordCheck(check, decided, { document, parent: parent ?? null });
    leaveFor(isRecorded ? '' : `/powra/${decidedPlace}/${check.incident}`);
  };
  const at = check?.answers.length ?? 0;
  const question = words.questions[at];
  const item = powraWords.questions[at] ?? '';
  if (check && isGone) return <CheckElsewhere check={check} document={document} />;
  return (
    <Frame back="" below={parent?.title ?? check?.site.name} room="today" title={words.powra}>
      {failure && <Banner tone="stop">{words.fault}</Banner>}
      {check && check.site.id !== site?.id && <Banner tone="care">{words.begunAt(check.site.name)}</Banner>}
      {check && question === undefined && (
        <Decide answers={check.answers} onDecide={(decided) => attempt(decide(decided))} />
      )}
      {check && question !== undefined && (
        <Question
          count={words.count(at + 1, words.questions.length)}
          isWeather={at === weatherQuestion}
          key={at}
          onAnswer={({ response, ...answer }) =>
            attempt(
              change((before) => ({
                ...withWritten(before, item, () => ({ response })),
                // Another tab may have gone on, or back.
                answers: (before.answers.length < at ? check : before).answers.toSpliced(at, 1, {
                  item,
                  response,
                  ...answer,
                }),
              })),
            )
          }
          onFailure={() => setFailure(true)}
          onWrite={(write) => change((before) => withWritten(before, item, write))}
          question={question}
          site={check.site.id}
          written={writtenAt(check, item)}
        />
      )}
      {at > 0 && (
        <Button
          icon="arrow-left"
          onClick={() => attempt(change((before) => ({ ...before, answers: before.answers.slice(0, at - 1) })))}
          wide
        >
          {words.questionBefore}
        </Button>
      )}
    </Frame>
  );
}
