/** A gas test: what the meter says, by whom. A reading outside the limits is said while it is typed, and stops the work. */
import { useState } from 'preact/hooks';
import { outsideLimits } from '../../../shared/resources/permit/limits.ts';
import { Button } from '../../ui/button.tsx';
import { plainNumber } from '../../ui/input/reading.ts';
import { replica } from '../base/device.ts';
import type { Somebody } from '../base/people.ts';
import { moment } from '../base/times.ts';
import { useWords } from '../base/words.ts';
import { AskPerson } from '../frame/ask-person.tsx';
import { Banner } from '../frame/banner.tsx';
import { Entry } from '../frame/entry.tsx';
import { permitWords } from '../words/en-permits.ts';
import type { Asked } from './asked.ts';
import { holderOf } from './who.ts';

const gases = [
  ['o2_percent', 'oxygen'],
  ['lel_percent', 'flammable'],
  ['co_ppm', 'carbonMonoxide'],
  ['h2s_ppm', 'hydrogenSulphide'],
] as const;

export function AskGas({ permit, record, onCancel }: Asked) {
  const words = useWords(permitWords);
  const holder = holderOf(permit);
  const [person, setPerson] = useState<Somebody | null>(holder);
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const readings = Object.fromEntries(
    gases.flatMap(([gas]) => {
      const number = plainNumber(typed[gas] ?? '');
      return number ? [[gas, Number(number)] as const] : [];
    }),
  );
  const isUnread = gases.some(([gas]) => plainNumber(typed[gas] ?? '') === null);
  const isNone = Object.keys(readings).length === 0;
  return (
    <section class="card pad stack">
      <h2>{words.gasTest}</h2>
      {gases.map(([gas, word]) => (
        <Entry
          isNumber
          key={gas}
          label={words[word]}
          onInput={(text) => setTyped((before) => ({ ...before, [gas]: text }))}
          value={typed[gas] ?? ''}
        />
      ))}
      {isUnread && <Banner tone="care">{words.writeNumber}</Banner>}
      {outsideLimits(readings).length > 0 && <Banner tone="stop">{words.outsideLimits}</Banner>}
      <AskPerson chosen={person} first={holder ? [holder] : []} onChoose={setPerson} question={words.whoTested} />
      <Button
        disabled={isNone || isUnread || !person}
        icon="check"
        look="act"
        onClick={() => record(replica().permits.recordGasTest(permit.id, { ...readings, by: person }))}
        wide
      >
        {words.recordIt}
      </Button>
      <Button onClick={onCancel} wide>
        {words.cancel}
      </Button>
    </section>
  );
}

/** The last one, with its readings; the work is stopped until somebody lets it go on. */
export function LastGasTest({ permit: { atmosphere_tests: tests, state } }: Pick<Asked, 'permit'>) {
  const words = useWords(permitWords);
  const last = tests.at(-1);
  if (!last?.at) return null;
  const isOutside = outsideLimits(last).length > 0;
  return (
    <section class="card pad stack">
      <h2>{words.gasTestAt(moment(last.at))}</h2>
      {gases
        .filter(([gas]) => typeof last[gas] === 'number')
        .map(([gas, word]) => (
          <p key={gas}>
            {words[word]}:{' '}
            <b class={outsideLimits({ [gas]: last[gas] }).length > 0 ? 'tone-stop' : undefined}>{last[gas]}</b>
          </p>
        ))}
      {isOutside && state === 'suspended' && <Banner tone="stop">{words.outsideLimits}</Banner>}
    </section>
  );
}
