/** Which document is briefed: those in force here; where there is one, its briefing at once. */
import { useEffect } from 'preact/hooks';
import type { Shown } from '../../../client-sdk/view/kinds.ts';
import { crewOf } from '../base/crew.ts';
import { useCrewRecords } from '../base/crew-records.ts';
import { replica } from '../base/device.ts';
import { go } from '../base/place.ts';
import { useLive } from '../base/signal.ts';
import { useWords } from '../base/words.ts';
import { useWorkAt } from '../document/in-force.ts';
import { Frame } from '../frame/frame.tsx';
import { Row } from '../frame/row.tsx';
import { Wait } from '../frame/said.tsx';
import { leadWords } from '../words/en-lead.ts';

export function ChooseWork({ site }: { readonly site: Shown<'site'> }) {
  const words = useWords(leadWords);
  const records = useCrewRecords();
  const { documents, versions } = useWorkAt(site.id) ?? {};
  const signoffs = useLive('signoffs', () => replica().signoffs.watch()) ?? [];
  const work = versions?.filter(({ document_type: type }) => type !== 'powra' && type !== 'permit');
  const only = work?.length === 1 ? work[0]?.document_id : undefined;
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
