/** Stop work: a full red page; a reason records it, and it goes to the office before everything else. */
import { useEffect, useState } from 'preact/hooks';
import type { Shown } from '../../../client-sdk/view/kinds.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Title } from '../../ui/title.tsx';
import { replica } from '../base/device.ts';
import { keepStopped, useStopped } from '../base/pin.ts';
import { go } from '../base/place.ts';
import { useLive } from '../base/signal.ts';
import { useWords } from '../base/words.ts';
import { Banner } from '../frame/banner.tsx';
import { AskPin } from '../pin/ask-pin.tsx';
import { reportWords } from '../words/en-report.ts';

/** `site` = of the tablet, if one is chosen; without it the stop is recorded for the one project that the tablet has. */
export function Stop({ site }: { readonly site: Shown<'site'> | undefined }) {
  const words = useWords(reportWords);
  const [state, setState] = useState<'open' | 'saving' | 'kept' | 'failed'>('open');
  const isStopped = useStopped() ?? false;
  const projects = useLive('projects', () => replica().projects.watch()) ?? [];
  const project = site?.project_id ?? (projects.length === 1 ? projects[0]?.id : undefined);
  useEffect(() => {
    document.title = `${words.stopTitle} · Sitefile`;
  }, [words]);
  const record = async (reason: string): Promise<void> => {
    if (state === 'saving' || project === undefined) return;
    setState('saving');
    try {
      await replica().reportIncident({
        incident_type: 'unsafe_condition',
        project_id: project,
        ...(site && { site_id: site.id }),
        location: site?.name ?? reportWords.onSite,
        description: `${reportWords.stopTitle}: ${reason}`,
        immediate_actions: reportWords.stopTitle,
      });
      navigator.vibrate?.(40);
      setState('kept');
      await keepStopped(true);
    } catch {
      setState((now) => (now === 'kept' ? now : 'failed'));
    }
  };
  const close = async (): Promise<void> => {
    try {
      await keepStopped(false);
      go('');
    } catch {
      setState('failed');
    }
  };
  return (
    <main class="stopped on-stop">
      <Icon name="octagon-x" size={72} />
      <Title>{words.stopTitle}</Title>
      {state === 'kept' || isStopped ? (
        <>
          <p class="large" role="status">
            {words.stopped}
          </p>
          <p>{words.stoppedHelp}</p>
          {state === 'failed' && <Banner tone="stop">{words.fault}</Banner>}
          <AskPin>
            <Button onClick={close} wide>
              {words.closeStop}
            </Button>
          </AskPin>
        </>
      ) : (
        <>
          <p>{words.stopHelp}</p>
          {state === 'failed' && <Banner tone="stop">{words.fault}</Banner>}
          {project === undefined && <p>{words.stopNowhere}</p>}
          <div class="tiles">
            {(project === undefined ? [] : reportWords.stopReasons).map((reason, i) => (
              <Button key={reason} onClick={() => record(reason)} wide>
                {words.stopReasons[i]}
              </Button>
            ))}
          </div>
          <a class="button" href="/field">
            {words.back}
          </a>
        </>
      )}
    </main>
  );
}
