/** All hazards of the version in force, the worst first, each with its controls. Long lists are drawn in parts, so that a tap never waits. */
import { useEffect, useState } from 'preact/hooks';
import { ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { contentOf, type Content } from '../base/content.ts';
import { documentLanguage } from '../base/document-language.ts';
import { useWords } from '../base/words.ts';
import { documentWords } from '../words/en-document.ts';
import { editWords } from '../words/en-edit.ts';
import { Entry } from '../frame/entry.tsx';
import { Frame } from '../frame/frame.tsx';
import { Gone } from './gone.tsx';
import { InDraft } from './in-draft.tsx';
import { useInForce } from './in-force.ts';
import { Pictures } from './pictures.tsx';
import { Risk } from '../frame/said.tsx';
import { ReadAloud, type Spoken } from './read-aloud.tsx';
import { readingPath, type ReadOf } from './reading/paths.ts';
import { ReaderName } from './reading/reader-name.tsx';
import { Here } from './here.tsx';
import { useReading } from './reading/use-reading.ts';

type Hazard = Content['hazards'][number];

/** `entry` = id of the hazard that is shown first. Nobody edits who has the tablet in hand to read and sign. */
export function Hazards({ document, entry, person }: ReadOf & { readonly entry: string }) {
  const words = useWords(parts);
  const version = useInForce(document);
  const [sought, setSought] = useState('');
  const wanted = sought.trim().toLowerCase();
  const hazards = (version ? contentOf(version).hazards : []).filter(({ name, description = '', controls = [] }) =>
    [name, description, ...controls.map((control) => control.description)].some((text) =>
      text.toLowerCase().includes(wanted),
    ),
  );
  const drawn = useDrawn(wanted, hazards.length);
  useReading({ document, person, version: version?.version, part: 'hazards' }, entry);
  if (!version) return <Gone isLoading={version === undefined} />;
  return (
    <Frame back={readingPath({ document, person }, 'card')} below={version.title} room="today" title={words.hazards}>
      {person !== '' && <ReaderName person={person} version={version} />}
      <Here document={document} />
      <Entry label={words.find} onInput={setSought} value={sought} />
      {hazards.length === 0 && <p class="none">{words.nothingFound}</p>}
      <div class="stack">
        {hazards.slice(0, drawn).map((hazard) => (
          <section aria-label={hazard.name} class="card pad" data-part={hazard.id} key={hazard.id}>
            <h2 lang={documentLanguage()}>{hazard.name}</h2>
            <Pictures of={hazard.name} photos={hazard.photos} />
            <p class="line">
              <Risk band={hazard.band_before} risk={hazard.risk_before} />
              <Icon name="arrow-right" size={24} />
              <Risk band={hazard.band_after} risk={hazard.risk_after} />
            </p>
            {hazard.description && <p lang={documentLanguage()}>{hazard.description}</p>}
            {hazard.who_at_risk && (
              <p class="second">
                {words.notes}: <span lang={documentLanguage()}>{hazard.who_at_risk}</span>
              </p>
            )}
            <h3>{words.controls}</h3>
            <ul class="bullets" lang={documentLanguage()}>
              {hazard.controls?.map((control, i) => (
                <li key={i}>{control.description}</li>
              ))}
            </ul>
            <div class="buttons">
              <ReadAloud parts={spokenOf(hazard, words)} />
              {person === '' && (
                <a class="button" href={`/field/d/${document}/edit/${hazard.id}/hazard`}>
                  {words.edit}
                </a>
              )}
            </div>
          </section>
        ))}
      </div>
      {person === '' && (
        <>
          <InDraft document={document} kind="hazard" known={contentOf(version).hazards} />
          <ButtonLink href={`/field/d/${document}/edit/new/hazard`} icon="plus" wide>
            {words.addHazard}
          </ButtonLink>
        </>
      )}
    </Frame>
  );
}

function spokenOf({ name, description, controls = [] }: Hazard, words: typeof documentWords): readonly Spoken[] {
  return [
    { text: [name, description].filter(Boolean).join('. ') },
    { heading: words.controls, text: controls.map((control) => control.description).join('. ') },
  ];
}

const parts = { ...documentWords, ...editWords };
const atOnce = 10;

/** How many of a list are drawn: some at once, the others in steps between which the tablet answers. */
function useDrawn(list: string, all: number): number {
  const [state, setState] = useState({ list, drawn: atOnce });
  const drawn = state.list === list ? state.drawn : atOnce;
  useEffect(() => {
    if (drawn >= all && state.list === list) return;
    const timer = setTimeout(() => setState({ list, drawn: drawn + atOnce }));
    return () => clearTimeout(timer);
  }, [list, drawn, all, state.list]);
  return drawn;
}
