/** All hazards of the version in force, the worst first, each with its controls. Long lists are drawn in parts, so that a tap never waits. */
import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../../ui/icon.tsx';
import { contentOf } from '../base/content.ts';
import { useWords } from '../base/words.ts';
import { documentWords } from '../words/en-document.ts';
import { Entry } from '../frame/entry.tsx';
import { Frame } from '../frame/frame.tsx';
import { Gone } from './gone.tsx';
import { useInForce } from './in-force.ts';
import { Risk } from '../frame/said.tsx';

export function Hazards({ document }: { readonly document: string }) {
  const words = useWords(documentWords);
  const version = useInForce(document);
  const [sought, setSought] = useState('');
  const wanted = sought.trim().toLowerCase();
  const hazards = (version ? contentOf(version).hazards : []).filter(({ name, description = '', controls = [] }) =>
    [name, description, ...controls.map((control) => control.description)].some((text) =>
      text.toLowerCase().includes(wanted),
    ),
  );
  const drawn = useDrawn(wanted, hazards.length);
  if (!version) return <Gone isLoading={version === undefined} />;
  return (
    <Frame back={`/d/${document}`} below={version.title} room="today" title={words.hazards}>
      <Entry label={words.find} onInput={setSought} value={sought} />
      {hazards.length === 0 && <p class="none">{words.nothingFound}</p>}
      <div class="stack">
        {hazards.slice(0, drawn).map((hazard) => (
          <section aria-label={hazard.name} class="card pad" key={hazard.id}>
            <h2>{hazard.name}</h2>
            <p class="line">
              <Risk band={hazard.band_before} risk={hazard.risk_before} />
              <Icon name="arrow-right" size={24} />
              <Risk band={hazard.band_after} risk={hazard.risk_after} />
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

const atOnce = 10;

/** How many of a list are drawn: some at once, the others in steps between which the tablet answers. */
function useDrawn(list: string, all: number): number {
  const [state, setState] = useState({ list, drawn: atOnce });
  const drawn = state.list === list ? state.drawn : atOnce;
  useEffect(() => {
    if (drawn >= all) return;
    const timer = setTimeout(() => setState({ list, drawn: drawn + atOnce }));
    return () => clearTimeout(timer);
  }, [list, drawn, all]);
  return drawn;
}
