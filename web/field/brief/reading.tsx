/** What is read of a document: by anybody, or under somebody's name before they sign. */
import { later } from '../frame/later.tsx';
import { ForReader } from './for-reader.tsx';

const Card = later(async () => (await import('../document/card.tsx')).Card);
const Sections = later(async () => (await import('../document/sections.tsx')).Sections);
const Hazards = later(async () => (await import('../document/hazards.tsx')).Hazards);
const Substances = later(async () => (await import('../document/substances.tsx')).Substances);
const Find = later(async () => (await import('../document/find.tsx')).Find);

interface Props {
  readonly document: string;
  /** The screen; anything else is the card. */
  readonly part: string;
  /** What of it is shown first. */
  readonly entry: string;
  /** As addresses name them; empty = nobody in particular. */
  readonly person: string;
}

export function Reading(props: Props) {
  const { document, person } = props;
  if (person === '') return <Part {...props} />;
  return (
    <ForReader document={document} key={`${document} ${person}`} person={person}>
      <Part {...props} />
    </ForReader>
  );
}

function Part({ part, document, entry, person }: Props) {
  if (part === 'sections') return <Sections document={document} entry={entry} person={person} />;
  if (part === 'hazards') return <Hazards document={document} entry={entry} person={person} />;
  if (part === 'substances') return <Substances document={document} entry={entry} person={person} />;
  if (part === 'find') return <Find document={document} person={person} />;
  return <Card document={document} person={person} />;
}
