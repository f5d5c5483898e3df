/** What a person has to know before signing: what has to be met first, the worst hazards and substances, when to stop, the emergency, and first aid. */
import { contentOf } from '../field/base/content.ts';
import { useWords } from '../field/base/words.ts';
import { Conditions } from '../field/document/conditions.tsx';
import { keyPointsOf } from '../field/document/facts/key-points.ts';
import { HurtYou, WhenItGoesWrong } from '../field/document/facts/points.tsx';
import { rowWords } from '../field/words/en-rows.ts';
import { substanceWords } from '../field/words/en-substance.ts';
import type { Read } from './kept.ts';

const parts = { ...rowWords, ...substanceWords };

export function Card({
  of: { content, conditions, language: lang },
  timezone,
}: {
  readonly of: Pick<Read['document'], 'content' | 'conditions' | 'language'>;
  /** Of the organisation; null = UTC. */
  readonly timezone: string | null;
}) {
  const points = keyPointsOf(contentOf({ content }), useWords(parts));
  const { hazards, substances } = points;
  return (
    <>
      <Conditions conditions={conditions.map((each, i) => ({ ...each, number: i + 1, said: 0 }))} timezone={timezone} />
      {hazards.length + substances.length > 0 && <HurtYou hazards={hazards} lang={lang} substances={substances} />}
      <WhenItGoesWrong lang={lang} points={points} />
    </>
  );
}
