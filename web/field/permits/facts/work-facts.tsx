/** What a permit says of its work: what can hurt, what to wear, what was checked, and the documents that apply to it. */
import type { ComponentChildren } from 'preact';
import type { Shown } from '../../../../client-sdk/view/kinds.ts';
import { Icon } from '../../../ui/icon.tsx';
import { replica } from '../../base/device.ts';
import { useLive } from '../../base/signal.ts';
import { useWords } from '../../base/words.ts';
import { Row } from '../../frame/row.tsx';
import { documentWords } from '../../words/en-document.ts';
import { permitWords } from '../../words/en-permits.ts';
import { substanceWords } from '../../words/en-substance.ts';
import type { Permit } from '../asked.ts';

const parts = { ...permitWords, hazards: documentWords.hazards, wear: substanceWords.wear };

/** Read before the work begins; after that they come below what can be done. */
export function isBeforeWork({ state }: Permit): boolean {
  return state === 'draft' || state === 'requested' || state === 'authorised';
}

export function WorkFacts({ permit }: { readonly permit: Permit }) {
  const words = useWords(parts);
  const { hazards, precautions, ppe, plant, checks } = permit;
  const said = [
    [words.hazards, hazards],
    [words.precautions, precautions],
    [words.wear, ppe],
    [words.plant, plant],
    [words.checks, checks.length > 0 && <Checks of={checks} />],
  ] as const;
  const facts = said.filter(([, fact]) => fact);
  return (
    <>
      {facts.length > 0 && (
        <section class="card pad facts">
          {facts.map(([name, fact]) => (
            <Fact key={name} name={name}>
              {fact}
            </Fact>
          ))}
        </section>
      )}
      <Documents permit={permit} />
    </>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <h2>{name}</h2>
      <div class="kept-text">{children}</div>
    </div>
  );
}

/** As the office wrote them, with the answer where there is one. */
function Checks({ of }: { readonly of: Permit['checks'] }) {
  return (
    <ul class="plain">
      {of.map(({ item, response }, i) => (
        <li key={i}>
          {item}
          {response && (
            <>
              : <b>{response}</b>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The form of the permit is no document to read: its words are here. */
function Documents({ permit: { linked_document_ids: linked } }: { readonly permit: Permit }) {
  const words = useWords(permitWords);
  const inForce = useLive('current versions', () => replica().versions.watch({ state: 'current' }));
  if (linked.length === 0 || !inForce) return null;
  const found = linked.flatMap((id) => inForce.find(({ document_id: document }) => document === id) ?? []);
  const gone = linked.length - found.length;
  return (
    <section aria-label={words.itsDocuments} class="card list">
      <h2>{words.itsDocuments}</h2>
      <ul>
        {found.map((version) => (
          <DocumentRow key={version.id} version={version} />
        ))}
        {gone > 0 && (
          <li class="row">
            <Icon name="ban" size={28} />
            <span class="main second">{words.documentsGone(gone)}</span>
          </li>
        )}
      </ul>
    </section>
  );
}

function DocumentRow({ version }: { readonly version: Shown<'version'> }) {
  const words = useWords();
  return (
    <Row
      below={[version.reference, words.version(version.version)].filter(Boolean).join(' · ')}
      href={`/d/${version.document_id}`}
      icon="file-text"
      title={version.title}
    />
  );
}
