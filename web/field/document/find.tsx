/** Finds words in a document: each hazard, section and substance that has them, and the line where they are. */
import { useState } from 'preact/hooks';
import { contentOf, type Content } from '../base/content.ts';
import { linesOf } from '../base/section-lines.ts';
import { useWords } from '../base/words.ts';
import { Entry } from '../frame/entry.tsx';
import { Frame } from '../frame/frame.tsx';
import { Row } from '../frame/row.tsx';
import type { IconName } from '../../ui/icon.tsx';
import { documentWords } from '../words/en-document.ts';
import { readingWords } from '../words/en-reading.ts';
import { rowWords } from '../words/en-rows.ts';
import { substanceWords } from '../words/en-substance.ts';
import { Gone } from './gone.tsx';
import { useInForce } from './in-force.ts';
import { pointsOf } from './facts/substance-points.ts';
import { readingPath, type ReadOf } from './reading/paths.ts';
import { Here } from './here.tsx';
import { ReaderName } from './reading/reader-name.tsx';

interface Part {
  readonly title: string;
  readonly lines: readonly string[];
  readonly icon: IconName;
  readonly entry: string;
  readonly part: 'hazards' | 'sections' | 'substances';
}

const parts = { ...documentWords, ...readingWords, ...rowWords, ...substanceWords };
const fewestLetters = 2;
const mostFound = 40;

export function Find({ document, person }: ReadOf) {
  const words = useWords(parts);
  const version = useInForce(document);
  const [sought, setSought] = useState('');
  if (!version) return <Gone isLoading={version === undefined} />;
  const wanted = sought.trim().toLowerCase();
  const has = (text: string): boolean => text.toLowerCase().includes(wanted);
  const found =
    wanted.length < fewestLetters
      ? []
      : partsOf(contentOf(version), words).filter(({ title, lines }) => has(title) || lines.some(has));
  return (
    <Frame back={readingPath({ document, person }, 'card')} below={version.title} room="today" title={words.find}>
      {person !== '' && <ReaderName person={person} version={version} />}
      <Here document={document} />
      <Entry help={words.findHelp} label={words.findShort} onInput={setSought} value={sought} />
      {wanted.length >= fewestLetters && found.length === 0 && <p class="none">{words.nothingFound}</p>}
      {found.length > 0 && (
        <ul class="card list">
          {found.slice(0, mostFound).map(({ title, lines, icon, part, entry }) => (
            <Row
              below={lines.find(has)}
              href={readingPath({ document, person }, part, entry)}
              icon={icon}
              key={entry}
              title={title}
            />
          ))}
        </ul>
      )}
    </Frame>
  );
}

function partsOf({ hazards, sections, substances }: Content, words: typeof parts): readonly Part[] {
  return [
    ...hazards.map(({ id, name: title, description, who_at_risk: who, controls = [] }): Part => ({
      title,
      lines: [description, who, ...controls.map((control) => control.description)].flatMap((line) => line ?? []),
      icon: 'triangle-alert',
      part: 'hazards',
      entry: id,
    })),
    ...substances.map((substance): Part => ({
      title: substance.substance_name,
      lines: pointsOf(substance, words).flatMap(({ lines }) => lines.map((line) => line.filter(Boolean).join(': '))),
      icon: 'hand',
      part: 'substances',
      entry: substance.id,
    })),
    ...sections.map((section): Part => ({
      title: section.title,
      lines: linesOf(section, words),
      icon: 'list',
      part: 'sections',
      entry: section.id,
    })),
  ];
}
