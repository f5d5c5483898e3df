/** What a person has to know before signing: the worst hazards, when to stop, and the emergency. */
import { Icon } from '../ui/icon.tsx';
import { contentOf } from '../field/base/content.ts';
import { useWords } from '../field/base/words.ts';
import { HazardPoints } from '../field/document/hazard-points.tsx';
import { keyPointsOf } from '../field/document/key-points.ts';
import { documentWords } from '../field/words/en-document.ts';
import { substanceWords } from '../field/words/en-substance.ts';

const parts = { ...documentWords, ...substanceWords };

export function Card({ content, lang }: { readonly content: unknown; readonly lang: string }) {
  const words = useWords(parts);
  const { hazards, stops, emergency } = keyPointsOf(contentOf({ content }), words);
  return (
    <>
      {hazards.length > 0 && (
        <section class="card pad">
          <h2>{words.hurtYou}</h2>
          <HazardPoints hazards={hazards} lang={lang} />
        </section>
      )}
      {stops.length > 0 && (
        <section class="card pad on-stop">
          <h2 class="line">
            <Icon name="octagon-x" size={28} /> {words.stopWhen}
          </h2>
          <dl class="limits">
            {stops.map(([limit, condition]) => (
              <div key={condition}>
                {limit && <dt class="number">{limit}</dt>}
                <dd lang={lang}>{condition}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      {emergency.length > 0 && (
        <section class="card pad">
          <h2 class="line">
            <Icon name="life-buoy" size={28} /> {words.emergency}
          </h2>
          {emergency.map(([what, how]) => (
            <p key={what + how}>
              {what && <span class="second">{what}: </span>}
              <b lang={lang}>{how}</b>
            </p>
          ))}
        </section>
      )}
    </>
  );
}
