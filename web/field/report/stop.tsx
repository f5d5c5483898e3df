/** Stop work: a full red page; a reason records it, and it goes to the office before everything else. Then it says who was told. */
import { useEffect, useState } from 'preact/hooks';
import type { Shown } from '../../../client-sdk/view/kinds.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Title } from '../../ui/title.tsx';
import { replica } from '../base/device.ts';
import { useOnce } from '../base/once.ts';
import { go } from '../base/place.ts';
import { useLive } from '../base/signal.ts';
import { endStop, recordStop, recordTold, useStopped } from '../base/stop.ts';
import { useWords } from '../base/words.ts';
import { Banner } from '../frame/banner.tsx';
import { Fault, useFault } from '../frame/fault.tsx';
import { SendingChip } from '../frame/frame.tsx';
import { AskPin } from '../pin/ask-pin.tsx';
import { leadWords } from '../words/en-lead.ts';
import { reportWords } from '../words/en-report.ts';

const parts = { ...reportWords, ...leadWords };

/** `site` = of the tablet, if one is chosen; without it the stop is recorded for the one project that the tablet has. */
export function Stop({ site }: { readonly site: Shown<'site'> | undefined }) {
  const words = useWords(parts);
  const { failure, attempt: tell } = useFault();
  const stopped = useStopped();
  const isOutOfReach = useIsOutOfReach(stopped?.incident);
  const projects = useLive('projects', () => replica().projects.watch()) ?? [];
  const project = site?.project_id ?? (projects.length === 1 ? projects[0]?.id : undefined);
  const { once } = useOnce();
  // Not held up by what is still being recorded of the stop.
  const { once: endOnce } = useOnce();
  useEffect(() => {
    document.title = `${words.stopTitle} · Sitefile`;
  }, [words]);
  const attempt = (work: () => Promise<void>, only = once): void => tell(() => only(work));
  const record = async (reason: string): Promise<void> => {
    if (project === undefined) return;
    const where = site?.name ?? reportWords.onSite;
    await recordStop({ site, project, where, title: reportWords.stopTitle, reason });
  };
  const close = async (): Promise<void> => {
    await endStop();
    go('');
  };
  return (
    <main class="stopped on-stop">
      <div class="line">
        <Icon name="octagon-x" size={72} />
        <SendingChip />
      </div>
      <Title>{words.stopTitle}</Title>
      {failure && <Fault failure={failure} />}
      {stopped ? (
        <>
          <p class="large" role="status">
            {words.stopped}
          </p>
          <p>{words.stoppedHelp}</p>
          {isOutOfReach && stopped.told === null ? (
            <Banner tone="care">{words.toldElsewhere}</Banner>
          ) : (
            <Told
              onTold={(told) => attempt(() => recordTold(told, leadWords.told(told.join(', '))))}
              told={stopped.told}
            />
          )}
          <section class="card pad">
            <AskPin>
              <Button onClick={() => attempt(close, endOnce)} wide>
                {words.closeStop}
              </Button>
            </AskPin>
          </section>
        </>
      ) : (
        <>
          <p>{words.stopHelp}</p>
          {project === undefined && <p>{words.stopNowhere}</p>}
          <div class="tiles">
            {(project === undefined ? [] : reportWords.stopReasons).map((reason, i) => (
              <Button key={reason} onClick={() => attempt(() => record(reason))} wide>
                {words.stopReasons[i]}
              </Button>
            ))}
          </div>
          <ButtonLink href="/field">{words.back}</ButtonLink>
        </>
      )}
    </main>
  );
}

/** Said once, after the stop is recorded: nobody waits with it for that. */
function Told({
  told,
  onTold,
}: {
  /** In English. */
  readonly told: readonly string[] | null;
  readonly onTold: (told: readonly string[]) => void;
}) {
  const words = useWords(parts);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const shown = (choice: string): string => words.toldChoices[leadWords.toldChoices.indexOf(choice)] ?? choice;
  if (told !== null) return <p>{words.told(told.map(shown).join(', '))}</p>;
  const record = (): void => onTold(leadWords.toldChoices.filter((_, i) => chosen.has(i)));
  return (
    <fieldset class="stack">
      <legend>{words.whoTold}</legend>
      <div class="choices">
        {words.toldChoices.map((choice, i) => (
          <button
            aria-pressed={chosen.has(i)}
            class="button"
            key={choice}
            onClick={() => setChosen(new Set(chosen).symmetricDifference(new Set([i])))}
            type="button"
          >
            {choice}
          </button>
        ))}
      </div>
      {chosen.size > 0 && (
        <Button icon="check" onClick={record} wide>
          {words.keepTold}
        </Button>
      )}
    </fieldset>
  );
}

/** Whether a note can still be made of it: no more once the tablet was moved away from there. */
function useIsOutOfReach(incident: string | undefined): boolean {
  const found = useLive(`incident ${incident}`, () => replica().incidents.watch({ id: incident ?? '' }));
  const projects = useLive('projects', () => replica().projects.watch());
  if (incident === undefined || !found || !projects) return false;
  return !found.some(({ project_id: project }) => projects.some(({ id }) => id === project));
}
