/** A document to read: hazards with the worst first, then its sections. */
import type { ComponentChildren } from 'preact';
import { Panel } from '../../../ui/panel.tsx';
import { RiskChip } from '../../../ui/risk-chip.tsx';
import { Empty } from '../../../ui/states.tsx';
import { Photos } from '../../frame/photos.tsx';
import { Risks } from '../risks.tsx';
import { DocumentFacts, EntryFacts, type Were } from './document-facts.tsx';
import { readText, registered } from '../plain-text.ts';
import type { DocumentPart } from '../part.ts';
import { entryId, useEntryInAddress } from './entry-link.ts';

/** By the id of an entry: what is said beside its name. */
type Tags = ReadonlyMap<string, ComponentChildren>;

interface Props extends Pick<DocumentPart, 'document'> {
  readonly tags?: Tags;
  readonly were?: Were;
}

export function Reader({ document, tags = new Map(), were }: Props) {
  const { hazards, sections, coshh_assessments: substances, personnel } = document;
  useEntryInAddress();
  return (
    <>
      <DocumentFacts document={document} were={were} />
      <Hazards hazards={hazards} tags={tags} />
      {substances.length > 0 && (
        <Panel count={substances.length} title="Substances">
          <ul class="rows">
            {substances.map((substance) => (
              <li data-place="" id={entryId(substance.id)} key={substance.id} tabIndex={-1}>
                <span class="main title">
                  {substance.substance_name} {tags.get(substance.id)}
                </span>
                <RiskChip band={substance.band_after} risk={substance.risk_after} />
                <EntryFacts entry={substance} shown={['substance_name']} />
                {substance.photos && substance.photos.length > 0 && (
                  <div class="whole">
                    <Photos of={substance.substance_name} photos={substance.photos} />
                  </div>
                )}
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
              <section data-place={`section ${id}`} id={entryId(id)} key={id} tabIndex={-1}>
                <h3>
                  {title} {tags.get(id)}
                </h3>
                {body && <p class="running">{body}</p>}
                {readText(data) && <p class="running">{readText(data)}</p>}
                {photos && photos.length > 0 && <Photos of={title} photos={photos} />}
              </section>
            ))}
          </div>
        )}
      </Panel>
      {personnel.length > 0 && (
        <Panel count={personnel.length} title="People">
          <ul class="rows">
            {personnel.map((person) => (
              <li data-place="" id={entryId(person.id)} key={person.id} tabIndex={-1}>
                <span class="main">
                  <b class="title">{person.name}</b> {tags.get(person.id)}
                  <span class="second">{[person.trade, person.employer_name].filter(Boolean).join(' · ')}</span>
                </span>
                <span class="second">{person.responsibilities}</span>
                <EntryFacts
                  entry={person}
                  shown={['name', 'trade', 'employer_name', 'responsibilities', ...registered]}
                />
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}

/** The worst first. */
function Hazards({ hazards, tags }: Pick<DocumentPart['document'], 'hazards'> & { readonly tags: Tags }) {
  const sorted = hazards.toSorted((a, b) => (b.risk_after ?? 0) - (a.risk_after ?? 0) || a.position - b.position);
  return (
    <Panel count={hazards.length} title="Hazards">
      {sorted.length === 0 ? (
        <Empty icon="triangle-alert" title="No hazards written yet." />
      ) : (
        <ul class="rows">
          {sorted.map(({ photos, ...hazard }) => (
            <li data-place={`hazard ${hazard.id}`} id={entryId(hazard.id)} key={hazard.id} tabIndex={-1}>
              <span class="main">
                <b class="title">{hazard.name}</b> {tags.get(hazard.id)}
                <span class="second">{hazard.controls?.[0]?.description}</span>
              </span>
              <Risks of={hazard} />
              <EntryFacts entry={hazard} shown={['name']} />
              {photos && photos.length > 0 && (
                <div class="whole">
                  <Photos of={hazard.name} photos={photos} />
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
