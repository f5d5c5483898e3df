/** Which site the tablet is on; while the first documents arrive, it says so. */
import type { Shown } from '../../../client-sdk/view/kinds.ts';
import { Icon } from '../../ui/icon.tsx';
import { replica } from '../base/device.ts';
import { go } from '../base/place.ts';
import { chooseSite } from '../base/site.ts';
import { useLive } from '../base/signal.ts';
import type { UnderWay } from '../base/under-way.ts';
import { useWords } from '../base/words.ts';
import { Banner } from '../frame/banner.tsx';
import { Frame } from '../frame/frame.tsx';
import { Row } from '../frame/row.tsx';
import { english } from '../words/en.ts';
import { briefWords } from '../words/en-brief.ts';
import { enrolWords } from '../words/en-enrol.ts';
import { Wait } from '../frame/said.tsx';

export function ChooseSite({
  sites,
  archived,
  underWay,
}: {
  readonly sites: readonly Shown<'site'>[];
  /** Where the tablet was until then. */
  readonly archived?: Shown<'site'> | undefined;
  /** There. */
  readonly underWay?: UnderWay | undefined;
}) {
  const words = useWords(enrolWords);
  const projects = useLive('projects', () => replica().projects.watch());
  const status = useLive('status', () => replica().status$) ?? replica().status;
  const isFetched = status.lastSyncAt !== null && status.phase === 'idle';
  const sorted = sites.toSorted((a, b) => a.name.localeCompare(b.name));
  return (
    <Frame room="today" title={words.whichSite}>
      {archived && <Banner tone="care">{words.siteArchived(archived.name)}</Banner>}
      {archived && underWay && <StillUnderWay of={underWay} />}
      {sites.length === 0 && isFetched ? (
        <p class="none">{words.noSites}</p>
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

/** What was begun there goes on: a tablet that was started again leads back to it. */
function StillUnderWay({ of: { briefings, checks } }: { readonly of: UnderWay }) {
  const words = useWords(enrolWords);
  const { crewBriefing } = useWords(briefWords);
  const { powra } = useWords(english);
  const versions = useLive('current versions', () => replica().versions.watch({ state: 'current' }));
  if (briefings.length + checks.length === 0) return null;
  const titleOf = (document: string): string | undefined =>
    versions?.find(({ document_id: id }) => id === document)?.title;
  return (
    <>
      <h2>{words.stillUnderWay}</h2>
      <ul class="card list">
        {briefings.map((id) => (
          <Row below={titleOf(id)} href={`/d/${id}/brief`} icon="users" key={id} title={crewBriefing} />
        ))}
        {checks.map((id) => (
          <Row below={titleOf(id)} href={`/powra/${id}`} icon="check-check" key={id} title={powra} />
        ))}
      </ul>
    </>
  );
}
