/** The one-page card of a document: what can hurt, when to stop, what to do in an emergency. All of it can be read aloud. */
import { conditionsNow, isUnmet, type Condition } from '../../../shared/resources/document/conditions.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { contentOf, type Content } from '../base/content.ts';
import { documentLanguage, useIsForeign } from '../base/document-language.ts';
import { replica } from '../base/device.ts';
import { useSignal } from '../base/signal.ts';
import { language, useWords } from '../base/words.ts';
import { languageName } from '../frame/language-name.ts';
import { Frame } from '../frame/frame.tsx';
import { VersionPlate } from '../frame/said.tsx';
import type { Words } from '../words/en.ts';
import { documentWords } from '../words/en-document.ts';
import { readingWords } from '../words/en-reading.ts';
import { signWords } from '../words/en-sign.ts';
import { rowWords } from '../words/en-rows.ts';
import { substanceWords } from '../words/en-substance.ts';
import { Banner } from '../frame/banner.tsx';
import { conditionIn, Conditions } from './conditions.tsx';
import { Gone } from './gone.tsx';
import { Here } from './here.tsx';
import { useArchived, useConditionMarks, useInForce } from './in-force.ts';
import { keyPointsOf, type KeyPoints } from './facts/key-points.ts';
import { Pictures } from './pictures.tsx';
import { HurtYou, WhenItGoesWrong } from './facts/points.tsx';
import { ReadAloud, type Spoken } from './read-aloud.tsx';
import { readingPath, signPath, type ReadOf } from './reading/paths.ts';
import { ReaderName } from './reading/reader-name.tsx';
import { useReading } from './reading/use-reading.ts';

const parts = { ...documentWords, ...readingWords, ...rowWords, ...substanceWords, sign: signWords.sign };

export function Card({ document, person }: ReadOf) {
  const words = useWords(parts);
  const version = useInForce(document);
  const isArchived = useArchived(document);
  const marks = useConditionMarks(document);
  const isForeign = useIsForeign();
  // Anybody else begins with what can hurt.
  useReading({ document, person, version: person === '' ? undefined : version?.version, part: 'card' });
  if (!version || isArchived === undefined) return <Gone isLoading={version !== null} />;
  const content = contentOf(version);
  const points = keyPointsOf(content, words);
  const conditions = conditionsNow(version, marks);
  const { hazards, substances, picture, work } = points;
  const lang = documentLanguage();
  const shown = useSignal(language);
  return (
    <Frame
      back={person === '' ? '' : signPath({ document, person })}
      below={`${version.reference ?? ''} · ${words.version(version.version)}`}
      foot={<Parts content={content} document={document} isArchived={isArchived} person={person} />}
      room="today"
      title={version.title}
      titleLang={lang}
    >
      {person !== '' && <ReaderName person={person} version={version} />}
      {isArchived && <Banner tone="stop">{words.documentArchived}</Banner>}
      <div class="line">
        {!isArchived && <VersionPlate version={version} />}
        {isForeign && (
          <span class="tag soft-plain" lang={lang}>
            <Icon name="languages" size={18} /> {languageName(lang)}
          </span>
        )}
        <ReadAloud parts={spokenOf(version.title, conditions, points, words)} />
        <ButtonLink href={`/field${readingPath({ document, person }, 'find')}`} icon="search">
          {words.findShort}
        </ButtonLink>
        {version.version > 1 && person === '' && (
          <ButtonLink href={`/field/changed/${document}`}>{words.whatChanged}</ButtonLink>
        )}
      </div>
      {work !== '' && (
        <p lang={lang}>
          <span class="second" lang={shown}>
            {words.whatWeDo}:{' '}
          </span>
          {work}
        </p>
      )}
      {isForeign && (
        <Banner icon="languages" tone="care">
          {words.otherLanguage}
        </Banner>
      )}
      <Conditions conditions={conditions} timezone={replica().timezone} />
      <Here document={document} />
      <div class="two">
        <div class="stack">
          <HurtYou hazards={hazards} lang={lang} substances={substances} />
        </div>
        <div class="stack">
          {picture && (
            <section class="card pad">
              <Pictures of={picture.of} photos={[picture.photo]} />
            </section>
          )}
          <WhenItGoesWrong lang={lang} points={points} />
        </div>
      </div>
    </Frame>
  );
}

function spokenOf(
  title: string,
  conditions: readonly Condition[],
  { hazards, substances, stops, emergency, firstAid, work }: KeyPoints,
  words: typeof parts & Words,
): readonly Spoken[] {
  const said = (lines: readonly (readonly [string, string])[]): string =>
    lines.map(([what, how]) => (what ? `${what}: ${how}` : how)).join('. ');
  return [
    { text: title },
    { heading: words.whatWeDo, text: work },
    {
      heading: words.onConditions,
      text: conditions
        .filter(isUnmet)
        .map((each) => conditionIn(each, words))
        .join('. '),
    },
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
  document,
  person,
  isArchived,
}: ReadOf & {
  readonly content: Content;
  readonly isArchived: boolean;
}) {
  const words = useWords(parts);
  const { hazards, sections, substances } = content;
  const to = (part: string): string => `/field${readingPath({ document, person }, part)}`;
  return (
    <>
      <ButtonLink href={to('sections')} icon="list">
        {words.allSections(sections.length)}
      </ButtonLink>
      {(hazards.length > 0 || substances.length === 0) && (
        <ButtonLink href={to('hazards')} icon="triangle-alert">
          {words.allHazards(hazards.length)}
        </ButtonLink>
      )}
      {substances.length > 0 && (
        <ButtonLink href={to('substances')} icon="hand">
          {words.allSubstances(substances.length)}
        </ButtonLink>
      )}
      {!isArchived &&
        (person === '' ? (
          <ButtonLink href={`/field/d/${document}/brief`} icon="users" look="act">
            {words.brief}
          </ButtonLink>
        ) : (
          <ButtonLink href={`/field${signPath({ document, person })}`} icon="pen-line" look="act">
            {words.sign}
          </ButtonLink>
        ))}
    </>
  );
}
