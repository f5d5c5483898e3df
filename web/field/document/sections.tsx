/** All sections of the version in force, with a search in their words. What was open and how far one was is there again after Back. */
import { useState } from 'preact/hooks';
import { contentOf } from '../base/content.ts';
import { documentLanguage } from '../base/document-language.ts';
import { linesOf } from '../base/section-lines.ts';
import { useWords } from '../base/words.ts';
import { documentWords } from '../words/en-document.ts';
import { rowWords } from '../words/en-rows.ts';
import { Entry } from '../frame/entry.tsx';
import { Frame } from '../frame/frame.tsx';
import { Gone } from './gone.tsx';
import { InDraft } from './in-draft.tsx';
import { useInForce } from './in-force.ts';
import { Pictures } from './pictures.tsx';
import { ReadAloud } from './read-aloud.tsx';
import { readingPath, type ReadOf } from './reading/paths.ts';
import { ReaderName } from './reading/reader-name.tsx';
import { Here } from './here.tsx';
import { useReading } from './reading/use-reading.ts';

const parts = { ...documentWords, ...rowWords };

/** `entry` = id of the section that is opened first. Nobody edits who has the tablet in hand to read and sign. */
export function Sections({ document, entry, person }: ReadOf & { readonly entry: string }) {
  const words = useWords(parts);
  const [sought, setSought] = useState('');
  const version = useInForce(document);
  const { open, setOpen } = useReading({ document, person, version: version?.version, part: 'sections' }, entry);
  if (!version) return <Gone isLoading={version === undefined} />;
  const wanted = sought.trim().toLowerCase();
  const sections = contentOf(version)
    .sections.map((section) => ({ section, lines: linesOf(section, words) }))
    .filter(({ section, lines }) => [section.title, ...lines].some((line) => line.toLowerCase().includes(wanted)));
  return (
    <Frame back={readingPath({ document, person }, 'card')} below={version.title} room="today" title={words.sections}>
      {person !== '' && <ReaderName person={person} version={version} />}
      <Here document={document} />
      <Entry label={words.find} onInput={setSought} value={sought} />
      {sections.length === 0 && <p class="none">{words.nothingFound}</p>}
      <div class="stack">
        {sections.map(({ section, lines }) => (
          <details
            class="card pad"
            data-part={section.id}
            key={section.id}
            onToggle={(event) => {
              if (wanted === '') setOpen(section.id, event.currentTarget.open);
            }}
            open={wanted !== '' || open.includes(section.id)}
          >
            <summary>
              <h2 lang={documentLanguage()}>{section.title}</h2>
            </summary>
            <Pictures of={section.title} photos={section.photos} />
            {lines.map((line, i) => (
              <p key={i} lang={documentLanguage()}>
                {line}
              </p>
            ))}
            <div class="line">
              <ReadAloud parts={[{ text: [section.title, ...lines].join('\n') }]} />
              {person === '' && (
                <a class="button" href={`/field/d/${document}/edit/${section.id}/section`}>
                  {words.edit}
                </a>
              )}
            </div>
          </details>
        ))}
      </div>
      {person === '' && <InDraft document={document} kind="section" known={contentOf(version).sections} />}
    </Frame>
  );
}
