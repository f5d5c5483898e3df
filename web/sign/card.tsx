/** What a person has to know before signing: the worst hazards and substances, when to stop, the emergency, and first aid. */
import { contentOf } from '../field/base/content.ts';
import { useWords } from '../field/base/words.ts';
import { keyPointsOf } from '../field/document/facts/key-points.ts';
import { HurtYou, WhenItGoesWrong } from '../field/document/facts/points.tsx';
import { rowWords } from '../field/words/en-rows.ts';
import { substanceWords } from '../field/words/en-substance.ts';

const parts = { ...rowWords, ...substanceWords };

export function Card({ content, lang }: { readonly content: unknown; readonly lang: string }) {
  const points = keyPointsOf(contentOf({ content }), useWords(parts));
  const { hazards, substances } = points;
  return (
    <>
      {hazards.length + substances.length > 0 && <HurtYou hazards={hazards} lang={lang} substances={substances} />}
      <WhenItGoesWrong lang={lang} points={points} />
    </>
  );
}
