/** What the one-page card is made of, on a tablet and on one's own phone: what can hurt, when to stop, and what helps. */
import { Icon } from '../../../ui/icon.tsx';
import { useWords } from '../../base/words.ts';
import { Risk } from '../../frame/said.tsx';
import { documentWords } from '../../words/en-document.ts';
import { substanceWords } from '../../words/en-substance.ts';
import type { KeyPoints } from './key-points.ts';
import { Signs } from './signs.tsx';

const parts = { ...documentWords, ...substanceWords };

interface Written {
  /** Of the document. */
  readonly lang: string;
}

/** Says so where the document has neither hazards nor substances. */
export function HurtYou({ hazards, substances, lang }: Pick<KeyPoints, 'hazards' | 'substances'> & Written) {
  const words = useWords(parts);
  return (
    <>
      {(hazards.length > 0 || substances.length === 0) && (
        <section class="card pad">
          <Head title={words.hurtYou} />
          <ul class="points">
            {hazards.map(({ hazard, control }) => (
              <li key={hazard.id}>
                <div class="main" lang={lang}>
                  <h3>{hazard.name}</h3>
                  <p class="second">{control}</p>
                </div>
                <Risk band={hazard.band_after} risk={hazard.risk_after} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {substances.length > 0 && (
        <section class="card pad">
          <Head title={words.substances} />
          <ul class="points">
            {substances.map((each) => (
              <SubstancePoint key={each.substance.id} lang={lang} {...each} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Head({ title }: { readonly title: string }) {
  const words = useWords(documentWords);
  return (
    <header class="line">
      <h2>{title}</h2>
      <span class="second">{words.withControls}</span>
    </header>
  );
}

function SubstancePoint({ substance, does, wear, lang }: KeyPoints['substances'][number] & Written) {
  const words = useWords(substanceWords);
  return (
    <li>
      <div class="main">
        <h3 lang={lang}>{substance.substance_name}</h3>
        <Signs substance={substance} />
        {does && (
          <p class="second" lang={lang}>
            {does}
          </p>
        )}
        {wear && (
          <p>
            <b>{words.wear}:</b> <span lang={lang}>{wear}</span>
          </p>
        )}
      </div>
      {substance.risk_after != null && <Risk band={substance.band_after} risk={substance.risk_after} />}
    </li>
  );
}

/** Such as "9 m/s", which is shown big. */
const shortLimit = 12;

/** When to stop, and what helps. */
export function WhenItGoesWrong({
  points: { stops, emergency, firstAid },
  lang,
}: { readonly points: Pick<KeyPoints, 'stops' | 'emergency' | 'firstAid'> } & Written) {
  const words = useWords(parts);
  return (
    <>
      {stops.length > 0 && (
        <section class="card pad on-stop">
          <h2 class="line">
            <Icon name="octagon-x" size={28} /> {words.stopWhen}
          </h2>
          <dl class="limits">
            {stops.map(([limit, condition], i) => (
              <div key={i}>
                {limit && <dt class={limit.length > shortLimit ? 'number long' : 'number'}>{limit}</dt>}
                {condition && <dd lang={lang}>{condition}</dd>}
              </div>
            ))}
          </dl>
        </section>
      )}
      <Lines lang={lang} lines={emergency} title={words.emergency} />
      <Lines lang={lang} lines={firstAid} title={words.firstAid} />
    </>
  );
}

function Lines({ lines, title, lang }: { readonly lines: KeyPoints['emergency']; readonly title: string } & Written) {
  return lines.length === 0 ? null : (
    <section class="card pad">
      <h2 class="line">
        <Icon name="life-buoy" size={28} /> {title}
      </h2>
      {lines.map(([what, how], i) => (
        <p key={i}>
          {what && <span class="second">{what}: </span>}
          <b lang={lang}>{how}</b>
        </p>
      ))}
    </section>
  );
}
