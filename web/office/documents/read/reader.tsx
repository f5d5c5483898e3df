/** A document to read: hazards with the worst first, then its sections. */
import { Panel } from '../../../ui/panel.tsx';
import { RiskChip } from '../../../ui/risk-chip.tsx';
import { Empty } from '../../../ui/states.tsx';
import { Photos } from '../../frame/photos.tsx';
import { Risks } from '../edit/risks.tsx';
import { plainText } from '../plain-text.ts';
import type { DocumentPart } from '../part.ts';

export function Reader({ document }: DocumentPart) {
  const { hazards, sections, coshh_assessments: substances, personnel } = document;
  return (
    <>
      <Hazards hazards={hazards} />
      {substances.length > 0 && (
        <Panel count={substances.length} title="Substances">
          <ul class="rows">
            {substances.map(({ id, substance_name, risk_after, band_after }) => (
              <li key={id}>
                <span class="main title">{substance_name}</span>
                <RiskChip band={band_after} risk={risk_after} />
              </li>
            ))}
          </ul>
        </Panel>
      )}
      <Panel count={sections.length} title="Sections">
        {sections.length === 0 ? (
          <Empty title="No sections written yet." />
        ) : (
          <div class="pad reading">
            {sections.map(({ id, title, body, data, photos }) => (
              <section key={id}>
                <h3>{title}</h3>
                <p class="running">{body ?? plainText(data)}</p>
                {photos && photos.length > 0 && <Photos of={title} photos={photos} />}
              </section>
            ))}
          </div>
        )}
      </Panel>
      {personnel.length > 0 && (
        <Panel count={personnel.length} title="People">
          <ul class="rows">
            {personnel.map(({ id, name, trade, employer_name, responsibilities }) => (
              <li key={id}>
                <span class="main">
                  <b class="title">{name}</b>
                  <span class="second">{[trade, employer_name].filter(Boolean).join(' · ')}</span>
                </span>
                <span class="second">{responsibilities}</span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}

/** The worst first. */
function Hazards({ hazards }: Pick<DocumentPart['document'], 'hazards'>) {
  const sorted = hazards.toSorted((a, b) => (b.risk_after ?? 0) - (a.risk_after ?? 0) || a.position - b.position);
  return (
    <Panel count={hazards.length} title="Hazards">
      {sorted.length === 0 ? (
        <Empty icon="triangle-alert" title="No hazards written yet." />
      ) : (
        <ul class="rows">
          {sorted.map(({ id, name, controls, photos, ...risks }) => (
            <li key={id}>
              <span class="main">
                <b class="title">{name}</b>
                <span class="second">{controls?.[0]?.description}</span>
              </span>
              <Risks of={risks} />
              {photos && photos.length > 0 && (
                <div class="whole">
                  <Photos of={name} photos={photos} />
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
