/** Which document is briefed: those in force here; where there is one, its briefing at once. */
import { useEffect } from 'preact/hooks';
import type { Shown } from '../../../client-sdk/view/kinds.ts';
import { crewOf } from '../base/crew.ts';
import { useCrewRecords } from '../base/crew-records.ts';
import { replica } from '../base/device.ts';
import { go } from '../base/place.ts';
import { useLive } from '../base/signal.ts';
import { useWords } from '../base/words.ts';
import { Frame } from '../frame/frame.tsx';
import { Row } from '../frame/row.tsx';
import { Wait } from '../frame/said.tsx';
import { leadWords } from '../words/en-lead.ts';

export function ChooseWork({ site }: { readonly site: Shown<'site'> }) {
  const words = useWords(leadWords);
  const records = useCrewRecords();
  const documents = useLive(`documents ${site.id}`, () => replica().documents.watch({ site_id: site.id }));
  const versions = useLive('current versions', () => replica().versions.watch({ state: 'current' }));
  const signoffs = useLive('signoffs', () => replica().signoffs.watch()) ?? [];
  const here = new Set(documents?.filter(({ status }) => status !== 'archived').map(({ id }) => id));
  const work = versions?.filter(
    ({ document_id: id, document_type: type }) => here.has(id) && type !== 'powra' && type !== 'permit',
  );
  const only = documents && work?.length === 1 ? work[0]?.document_id : undefined;
  useEffect(() => {
    if (only !== undefined) go(`/d/${only}/brief`, true);
  }, [only]);
  return (
    <Frame back="" below={site.name} room="brief" title={words.chooseWork}>
      {!documents || !work ? (
        <Wait />
      ) : (
        <>
          {work.length === 0 && <p class="none">{words.nothingToday}</p>}
          <ul class="card list">
            {work.map((version) => {
              const { members: crew } = crewOf(version, signoffs, records);
              const done = crew.filter(({ briefed }) => briefed === 'current').length;
              return (
                <Row
                  end={<b class="number">{words.count(done, crew.length)}</b>}
                  href={`/d/${version.document_id}/brief`}
                  icon="users"
                  key={version.id}
                  title={documents.find(({ id }) => id === version.document_id)?.short_title || version.title}
                />
              );
            })}
          </ul>
        </>
      )}
    </Frame>
  );
}
