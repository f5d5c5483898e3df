/** All sections of the version in force, with a search in their words. The place where one read is kept by the address. */
import { useState } from 'preact/hooks';
import { contentOf, linesOf } from '../base/content.ts';
import { useWords } from '../base/words.ts';
import { documentWords } from '../words/en-document.ts';
import { Entry } from '../frame/entry.tsx';
import { Frame } from '../frame/frame.tsx';
import { Gone } from './gone.tsx';
import { useInForce } from './in-force.ts';

export function Sections({ document }: { readonly document: string }) {
  const words = useWords(documentWords);
  const [sought, setSought] = useState('');
  const version = useInForce(document);
  if (!version) return <Gone isLoading={version === undefined} />;
  const wanted = sought.trim().toLowerCase();
  const sections = contentOf(version)
    .sections.map((section) => ({ section, lines: linesOf(section) }))
    .filter(({ section, lines }) => [section.title, ...lines].some((line) => line.toLowerCase().includes(wanted)));
  return (
    <Frame back={`/d/${document}`} below={version.title} room="today" title={words.sections}>
      <Entry label={words.find} onInput={setSought} value={sought} />
      {sections.length === 0 && <p class="none">{words.nothingFound}</p>}
      <div class="stack">
        {sections.map(({ section, lines }) => (
          <details class="card pad" key={section.id} open={wanted !== ''}>
            <summary>
              <h2>{section.title}</h2>
            </summary>
            {lines.map((line, i) => (
              <p key={i}>{line}</p>
            ))}
            <a class="button" href={`/field/d/${document}/edit/${section.id}/section`}>
              {words.edit}
            </a>
          </details>
        ))}
      </div>
    </Frame>
  );
}
