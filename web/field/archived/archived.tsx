/** Says that the site was archived, and leads to what was begun there, also after the tablet was started again. */
import { replica } from '../base/device.ts';
import { useLive } from '../base/signal.ts';
import { useWords } from '../base/words.ts';
import { Banner } from '../frame/banner.tsx';
import { Row } from '../frame/row.tsx';
import { briefWords } from '../words/en-brief.ts';
import { enrolWords } from '../words/en-enrol.ts';
import { permitWords } from '../words/en-permits.ts';
import type { UnderWay } from './under-way.ts';

export function Archived({ of: { site, briefings, checks, permits } }: { readonly of: UnderWay }) {
  const words = useWords(enrolWords);
  const { crewBriefing, powra } = useWords(briefWords);
  const { askPermit, notAskedYet } = useWords(permitWords);
  const versions = useLive('current versions', () => replica().versions.watch({ state: 'current' }));
  const titleOf = (document: string): string | undefined =>
    versions?.find(({ document_id: id }) => id === document)?.title;
  return (
    <>
      <Banner tone="care">{words.siteArchived(site.name)}</Banner>
      {briefings.length + checks.length + permits > 0 && (
        <section aria-label={words.stillUnderWay} class="card list">
          <h2>{words.stillUnderWay}</h2>
          <ul>
            {briefings.map((id) => (
              <Row below={titleOf(id)} href={`/d/${id}/brief`} icon="users" key={id} title={crewBriefing} />
            ))}
            {checks.map((id) => (
              <Row below={titleOf(id)} href={`/powra/${id}`} icon="check-check" key={id} title={powra} />
            ))}
            {permits > 0 && <Row below={notAskedYet} href="/permits/new" icon="pen-line" title={askPermit} />}
          </ul>
        </section>
      )}
    </>
  );
}
