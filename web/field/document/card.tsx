/** The one-page card of a document: what can hurt, when to stop, what to do in an emergency. All of it can be read aloud. */
import { useState } from 'preact/hooks';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { contentOf } from '../base/content.ts';
import { language, useWords } from '../base/words.ts';
import { documentWords } from '../words/en-document.ts';
import { Frame } from '../frame/frame.tsx';
import { Gone } from './gone.tsx';
import { useInForce } from './in-force.ts';
import { keyPointsOf, type KeyPoints } from './key-points.ts';
import { Risk, VersionPlate } from '../frame/said.tsx';

export function Card({ document }: { readonly document: string }) {
  const words = useWords(documentWords);
  const version = useInForce(document);
  if (!version) return <Gone isLoading={version === undefined} />;
  const content = contentOf(version);
  const { hazards, stops, emergency } = keyPointsOf(content);
  const path = `/field/d/${document}`;
  const spoken: readonly Spoken[] = [
    { text: version.title },
    { heading: words.hurtYou, text: hazards.map(({ hazard, control }) => `${hazard.name}. ${control}`).join('. ') },
    { heading: words.stopWhen, text: stops.map(([limit, condition]) => `${condition}: ${limit}`).join('. ') },
    { heading: words.emergency, text: emergency.map(([what, how]) => `${what}: ${how}`).join('. ') },
  ];
  return (
    <Frame
      back=""
      below={`${version.reference ?? ''} · ${words.version(version.version)}`}
      foot={
        <>
          <ButtonLink href={`${path}/sections`} icon="list">
            {words.allSections(content.sections.length)}
          </ButtonLink>
          <ButtonLink href={`${path}/hazards`} icon="triangle-alert">
            {words.allHazards(content.hazards.length)}
          </ButtonLink>
          <ButtonLink href={`${path}/brief`} icon="users" look="act">
            {words.brief}
          </ButtonLink>
        </>
      }
      room="today"
      title={version.title}
    >
      <div class="line">
        <VersionPlate version={version} />
        <ReadAloud parts={spoken} />
        {version.version > 1 && <ButtonLink href={`/field/changed/${document}`}>{words.whatChanged}</ButtonLink>}
      </div>
      <div class="two">
        <section class="card pad">
          <header class="line">
            <h2>{words.hurtYou}</h2>
            <span class="second">{words.withControls}</span>
          </header>
          <ul class="points">
            {hazards.map(({ hazard, control }) => (
              <li key={hazard.id}>
                <div class="main">
                  <h3>{hazard.name}</h3>
                  <p class="second">{control}</p>
                </div>
                <Risk band={hazard.band_after} risk={hazard.risk_after} />
              </li>
            ))}
          </ul>
        </section>
        <div class="stack">
          <StopWhen stops={stops} />
          <Emergency lines={emergency} />
        </div>
      </div>
    </Frame>
  );
}

function StopWhen({ stops }: Pick<KeyPoints, 'stops'>) {
  const words = useWords(documentWords);
  if (stops.length === 0) return null;
  return (
    <section class="card pad on-stop">
      <h2 class="line">
        <Icon name="octagon-x" size={28} /> {words.stopWhen}
      </h2>
      <dl class="limits">
        {stops.map(([limit, condition]) => (
          <div key={condition}>
            {limit && <dt class="number">{limit}</dt>}
            <dd>{condition}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Emergency({ lines }: { readonly lines: KeyPoints['emergency'] }) {
  const words = useWords(documentWords);
  if (lines.length === 0) return null;
  return (
    <section class="card pad">
      <h2 class="line">
        <Icon name="life-buoy" size={28} /> {words.emergency}
      </h2>
      {lines.map(([what, how]) => (
        <p key={what + how}>
          {what && <span class="second">{what}: </span>}
          <b>{how}</b>
        </p>
      ))}
    </section>
  );
}

/** A heading of the app, in the language that is chosen, and text of the document, which is in English. */
interface Spoken {
  readonly heading?: string;
  readonly text: string;
}

/** By the speech of the tablet, which works without signal where a voice is installed. */
function ReadAloud({ parts }: { readonly parts: readonly Spoken[] }) {
  const words = useWords(documentWords);
  const [isReading, setReading] = useState(false);
  const speech = globalThis.speechSynthesis as SpeechSynthesis | undefined;
  if (!speech) return null;
  const toggle = (): void => {
    speech.cancel();
    if (isReading) return setReading(false);
    const say = (text: string, lang: string): SpeechSynthesisUtterance => {
      const spoken = new SpeechSynthesisUtterance(text);
      spoken.lang = lang;
      speech.speak(spoken);
      return spoken;
    };
    let last: SpeechSynthesisUtterance | undefined;
    for (const { heading, text } of parts.filter((each) => each.text !== '')) {
      if (heading !== undefined) say(heading, language.value);
      last = say(text, 'en-GB');
    }
    last?.addEventListener('end', () => setReading(false));
    setReading(true);
  };
  return (
    <Button icon={isReading ? 'pause' : 'volume-2'} onClick={toggle}>
      {isReading ? words.quiet : words.readAloud}
    </Button>
  );
}
