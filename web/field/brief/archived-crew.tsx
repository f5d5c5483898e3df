/** What is left of a briefing when the office archives its document: who had signed. Nobody signs it any more. */
import { ButtonLink } from '../../ui/button.tsx';
import { crewOf } from '../base/crew.ts';
import { useCrewRecords } from '../base/crew-records.ts';
import { replica } from '../base/device.ts';
import { useLive } from '../base/signal.ts';
import { moment } from '../base/times.ts';
import { useWords } from '../base/words.ts';
import { Gone } from '../document/gone.tsx';
import { useInForce } from '../document/in-force.ts';
import { Banner } from '../frame/banner.tsx';
import { Frame } from '../frame/frame.tsx';
import { Roster } from '../frame/said.tsx';
import { briefWords } from '../words/en-brief.ts';
import { documentWords } from '../words/en-document.ts';

const parts = { ...briefWords, ...documentWords };

export function ArchivedCrew({ document }: { readonly document: string }) {
  const words = useWords(parts);
  const version = useInForce(document);
  const records = useCrewRecords(document);
  const signoffs = useLive(`signoffs of ${document}`, () => replica().signoffs.watch({ document_id: document }));
  if (!version || !signoffs || !records) return <Gone isLoading={version !== null} />;
  const { members: crew } = crewOf(version, signoffs, records);
  const signed = crew.filter(({ briefed }) => briefed === 'current');
  return (
    <Frame
      back={`/d/${document}`}
      below={`${version.title} · ${words.version(version.version)}`}
      room="brief"
      title={words.crewBriefing}
    >
      <Banner tone="stop">{words.documentArchived}</Banner>
      <section class="card pad stack">
        <p class="large">{words.hadSigned(signed.length, crew.length)}</p>
        <Roster crew={crew} />
        <ul>
          {signed.map(({ key, label, signedAt }) => (
            <li key={key}>
              <b>{label}</b> <span class="second">{words.signedAt(moment(signedAt ?? ''))}</span>
            </li>
          ))}
        </ul>
      </section>
      <ButtonLink href="/field" wide>
        {words.finish}
      </ButtonLink>
    </Frame>
  );
}
