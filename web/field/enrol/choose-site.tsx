/** Which site the tablet is on; while the first documents arrive, it says so. */
import type { ComponentChildren } from 'preact';
import type { Shown } from '../../../client-sdk/view/kinds.ts';
import { Icon } from '../../ui/icon.tsx';
import { replica } from '../base/device.ts';
import { go } from '../base/place.ts';
import { chooseSite } from '../base/site.ts';
import { useLive } from '../base/signal.ts';
import { useWords } from '../base/words.ts';
import { Frame } from '../frame/frame.tsx';
import { enrolWords } from '../words/en-enrol.ts';
import { Wait } from '../frame/said.tsx';

export function ChooseSite({
  sites,
  children,
}: {
  readonly sites: readonly Shown<'site'>[];
  /** Why it is asked for again, where the tablet was at one. */
  readonly children?: ComponentChildren;
}) {
  const words = useWords(enrolWords);
  const projects = useLive('projects', () => replica().projects.watch());
  const status = useLive('status', () => replica().status$) ?? replica().status;
  const isFetched = status.lastSyncAt !== null && status.phase === 'idle';
  const sorted = sites.toSorted((a, b) => a.name.localeCompare(b.name));
  return (
    <Frame room="today" title={words.whichSite}>
      {children}
      {sites.length === 0 && isFetched ? (
        !children && <p class="none">{words.noSites}</p>
      ) : sites.length === 0 ? (
        <section class="card pad">
          <h2>{words.firstFetch}</h2>
          <p>{words.firstFetchHelp}</p>
          <Wait />
        </section>
      ) : (
        <ul class="card list">
          {sorted.map(({ id, name, project_id: projectId }) => (
            <li key={id}>
              <button class="row" onClick={() => void chooseSite(id).then(() => go(''))} type="button">
                <Icon name="map-pin" size={28} />
                <span class="main">
                  <b>{name}</b>
                  <span class="second">{projects?.find((each) => each.id === projectId)?.name}</span>
                </span>
                <Icon name="chevron-right" size={24} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </Frame>
  );
}
