/** The one-page card of a document: what can hurt, when to stop, what to do in an emergency. All of it can be read aloud. */
import { ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { contentOf, type Content } from '../base/content.ts';
import { documentLanguage } from '../base/document-language.ts';
import { useWords } from '../base/words.ts';
import { Frame } from '../frame/frame.tsx';
import { Risk, VersionPlate } from '../frame/said.tsx';
import { documentWords } from '../words/en-document.ts';
import { readingWords } from '../words/en-reading.ts';
import { substanceWords } from '../words/en-substance.ts';
import { Banner } from '../frame/banner.tsx';
import { Gone } from './gone.tsx';
import { HazardPoints } from './hazard-points.tsx';
import { Here } from './here.tsx';
import { useArchived, useInForce } from './in-force.ts';
import { keyPointsOf, type KeyPoints } from './key-points.ts';
import { Pictures } from './pictures.tsx';
import { ReadAloud, type Spoken } from './read-aloud.tsx';
import { Signs } from './substances.tsx';

const parts = { ...documentWords, ...readingWords, ...substanceWords };

export function Card({ document }: { readonly document: string }) {
  const words = useWords(parts);
  const version = useInForce(document);
  const isArchived = useArchived(document);
  if (!version || isArchived === undefined) return <Gone isLoading={version !== null} />;
  const content = contentOf(version);
  const points = keyPointsOf(content, words);
  const { hazards, substances, stops, emergency, firstAid, picture } = points;
  const path = `/field/d/${document}`;
  return (
    <Frame
      back=""
      below={`${version.reference ?? ''} · ${words.version(version.version)}`}
      foot={<Parts content={content} isArchived={isArchived} path={path} />}
      room="today"
      title={version.title}
      titleLang={documentLanguage()}
    >
      {isArchived && <Banner tone="stop">{words.documentArchived}</Banner>}
      <div class="line">
        {!isArchived && <VersionPlate version={version} />}
        <ReadAloud parts={spokenOf(version.title, points, words)} />
        <ButtonLink href={`${path}/find`} icon="search">
          {words.findShort}
        </ButtonLink>
        {version.version > 1 && <ButtonLink href={`/field/changed/${document}`}>{words.whatChanged}</ButtonLink>}
      </div>
      <Here document={document} />
      <div class="two">
        <div class="stack">
          {(hazards.length > 0 || substances.length === 0) && <HurtYou hazards={hazards} />}
          {substances.length > 0 && <SubstanceList substances={substances} />}
        </div>
        <div class="stack">
          {picture && (
            <section class="card pad">
              <Pictures of={picture.of} photos={[picture.photo]} />
            </section>
          )}
          <StopWhen stops={stops} />
          <Lines lines={emergency} title={words.emergency} />
          <Lines lines={firstAid} title={words.firstAid} />
        </div>
      </div>
    </Frame>
  );
}

function spokenOf(
  title: string,
  { hazards, substances, stops, emergency, firstAid }: KeyPoints,
  words: typeof parts,
): readonly Spoken[] {
  const said = (lines: readonly (readonly [string, string])[]): string =>
    lines.map(([what, how]) => (what ? `${what}: ${how}` : how)).join('. ');
  return [
    { text: title },
    { heading: words.hurtYou, text: said(hazards.map(({ hazard, control }) => [hazard.name, control])) },
    {
      heading: words.substances,
      text: said(substances.map(({ substance, wear }) => [substance.substance_name, wear])),
    },
    { heading: words.stopWhen, text: said(stops.map(([limit, condition]) => [condition, limit])) },
    { heading: words.emergency, text: said(emergency) },
    { heading: words.firstAid, text: said(firstAid) },
  ];
}

/** What else the document has, and the briefing. */
function Parts({
  content,
  path,
  isArchived,
}: {
  readonly content: Content;
  readonly path: string;
  readonly isArchived: boolean;
}) {
  const words = useWords(parts);
  const { hazards, sections, substances } = content;
  return (
    <>
      <ButtonLink href={`${path}/sections`} icon="list">
        {words.allSections(sections.length)}
      </ButtonLink>
      {(hazards.length > 0 || substances.length === 0) && (
        <ButtonLink href={`${path}/hazards`} icon="triangle-alert">
          {words.allHazards(hazards.length)}
        </ButtonLink>
      )}
      {substances.length > 0 && (
        <ButtonLink href={`${path}/substances`} icon="hand">
          {words.allSubstances(substances.length)}
        </ButtonLink>
      )}
      {!isArchived && (
        <ButtonLink href={`${path}/brief`} icon="users" look="act">
          {words.brief}
        </ButtonLink>
      )}
    </>
  );
}

function HurtYou({ hazards }: Pick<KeyPoints, 'hazards'>) {
  const words = useWords(documentWords);
  return (
    <section class="card pad">
      <header class="line">
        <h2>{words.hurtYou}</h2>
        <span class="second">{words.withControls}</span>
      </header>
      <HazardPoints hazards={hazards} lang={documentLanguage()} />
    </section>
  );
}

function SubstanceList({ substances }: Pick<KeyPoints, 'substances'>) {
  const words = useWords(parts);
  return (
    <section class="card pad">
      <header class="line">
        <h2>{words.substances}</h2>
        <span class="second">{words.withControls}</span>
      </header>
      <ul class="points">
        {substances.map(({ substance, does, wear }) => (
          <li key={substance.id}>
            <div class="main">
              <h3 lang={documentLanguage()}>{substance.substance_name}</h3>
              <Signs substance={substance} />
              {does && (
                <p class="second" lang={documentLanguage()}>
                  {does}
                </p>
              )}
              {wear && (
                <p>
                  <b>{words.wear}:</b> <span lang={documentLanguage()}>{wear}</span>
                </p>
              )}
            </div>
            {substance.risk_after != null && <Risk band={substance.band_after} risk={substance.risk_after} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Such as "9 m/s", which is shown big. */
const shortLimit = 12;

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
            {limit && <dt class={limit.length > shortLimit ? 'number long' : 'number'}>{limit}</dt>}
            <dd lang={documentLanguage()}>{condition}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Lines({ lines, title }: { readonly lines: KeyPoints['emergency']; readonly title: string }) {
  return lines.length === 0 ? null : (
    <section class="card pad">
      <h2 class="line">
        <Icon name="life-buoy" size={28} /> {title}
      </h2>
      {lines.map(([what, how]) => (
        <p key={what + how}>
          {what && <span class="second">{what}: </span>}
          <b lang={documentLanguage()}>{how}</b>
        </p>
      ))}
    </section>
  );
}
