/** All hazards of the version in force, the worst first, each with its controls. */
import { Icon } from '../../ui/icon.tsx';
import { RiskChip } from '../../ui/risk-chip.tsx';
import { contentOf } from '../base/content.ts';
import { useWords } from '../base/words.ts';
import { documentWords } from '../words/en-document.ts';
import { Frame } from '../frame/frame.tsx';
import { Gone } from './gone.tsx';
import { useInForce } from './in-force.ts';

export function Hazards({ document }: { readonly document: string }) {
  const words = useWords(documentWords);
  const version = useInForce(document);
  if (!version) return <Gone isLoading={version === undefined} />;
  return (
    <Frame back={`/d/${document}`} below={version.title} room="today" title={words.hazards}>
      <div class="stack">
        {contentOf(version).hazards.map((hazard) => (
          <section aria-label={hazard.name} class="card pad" key={hazard.id}>
            <h2>{hazard.name}</h2>
            <p class="line">
              <RiskChip band={hazard.band_before ?? null} risk={hazard.risk_before ?? null} />
              <Icon name="arrow-right" size={24} />
              <RiskChip band={hazard.band_after ?? null} risk={hazard.risk_after ?? null} />
            </p>
            {hazard.description && <p>{hazard.description}</p>}
            {hazard.who_at_risk && (
              <p class="second">
                {words.notes}: {hazard.who_at_risk}
              </p>
            )}
            <h3>{words.controls}</h3>
            <ul class="bullets">
              {hazard.controls?.map((control, i) => (
                <li key={i}>{control.description}</li>
              ))}
            </ul>
            <a class="button" href={`/field/d/${document}/edit/${hazard.id}/hazard`}>
              {words.edit}
            </a>
          </section>
        ))}
      </div>
    </Frame>
  );
}
