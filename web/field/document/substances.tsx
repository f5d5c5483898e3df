/** All substances of the version in force (COSHH), the worst first: the signs of the label, then what to know in the order it is needed. */
import { Icon } from '../../ui/icon.tsx';
import { contentOf, type Substance } from '../base/content.ts';
import { documentLanguage } from '../base/document-language.ts';
import { language, useWords } from '../base/words.ts';
import { Frame } from '../frame/frame.tsx';
import { Risk } from '../frame/said.tsx';
import { substanceWords } from '../words/en-substance.ts';
import { Gone } from './gone.tsx';
import { useInForce } from './in-force.ts';
import { Pictures } from './pictures.tsx';
import { ReadAloud } from './read-aloud.tsx';
import { readingPath, type ReadOf } from './reading/paths.ts';
import { ReaderName } from './reading/reader-name.tsx';
import { useReading } from './reading/use-reading.ts';
import { Signs } from './facts/signs.tsx';
import { Here } from './here.tsx';
import { pointsOf } from './facts/substance-points.ts';

/** `entry` = id of the substance that is shown first. */
export function Substances({ document, entry, person }: ReadOf & { readonly entry: string }) {
  const words = useWords(substanceWords);
  const version = useInForce(document);
  useReading({ document, person, version: version?.version, part: 'substances' }, entry);
  if (!version) return <Gone isLoading={version === undefined} />;
  const { substances } = contentOf(version);
  return (
    <Frame back={readingPath({ document, person }, 'card')} below={version.title} room="today" title={words.substances}>
      {person !== '' && <ReaderName person={person} version={version} />}
      <Here document={document} />
      <div class="stack">
        {substances.map((substance) => (
          <Sheet key={substance.id} substance={substance} />
        ))}
      </div>
    </Frame>
  );
}

function Sheet({ substance }: { readonly substance: Substance }) {
  const words = useWords(substanceWords);
  const { substance_name: name, used_as: use, signal_word: signal } = substance;
  const points = pointsOf(substance, words);
  const spoken = points.map(({ title, lines }) => ({
    heading: title,
    text: lines.map(([what, how]) => (what ? `${what}: ${how}` : how)).join('. '),
  }));
  return (
    <section aria-label={name} class="card pad" data-part={substance.id}>
      <header class="line">
        <h2 lang={documentLanguage()}>{name}</h2>
        <ReadAloud
          parts={[
            { text: name },
            ...(signal ? [{ text: words.signalWords[signal] ?? signal, lang: language.value }] : []),
            ...spoken,
          ]}
        />
      </header>
      {use && (
        <p class="second" lang={documentLanguage()}>
          {use}
        </p>
      )}
      <Signs substance={substance} />
      <Pictures of={name} photos={substance.photos} />
      {substance.risk_after != null && (
        <p class="line">
          <Risk band={substance.band_before} risk={substance.risk_before} />
          <Icon name="arrow-right" size={24} />
          <Risk band={substance.band_after} risk={substance.risk_after} />
        </p>
      )}
      <div class="sheet">
        {points.map(({ title, lines }) => (
          <section key={title}>
            <h3>{title}</h3>
            <ul class="bullets">
              {lines.map(([what, how]) => (
                <li key={what + how}>
                  {what && <b>{what}: </b>}
                  <span lang={documentLanguage()}>{how}</span>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </section>
  );
}
