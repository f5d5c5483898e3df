/** What is isolated for the work, each put back in service by one tap: a permit closes only when all of it is. */
import { actionsIn } from '../../../shared/resources/permit/states.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { replica } from '../base/device.ts';
import { moment } from '../base/times.ts';
import { useWords } from '../base/words.ts';
import { AskPerson } from '../frame/ask-person.tsx';
import { Entry } from '../frame/entry.tsx';
import { permitWords } from '../words/en-permits.ts';
import type { Asked } from './asked.ts';
import { useRecord } from './use-record.tsx';
import { holderOf } from './who.ts';

export function Isolations({ permit }: Pick<Asked, 'permit'>) {
  const words = useWords(permitWords);
  const { record, refusal } = useRecord();
  const { id, isolations, state } = permit;
  if (isolations.length === 0) return null;
  const mayReinstate = actionsIn(state).includes('reinstate_isolation');
  const reinstate = (seen: Pick<(typeof isolations)[number], 'system' | 'isolated_at'>) =>
    record(replica().permits.reinstateIsolation(id, { ...seen, by: holderOf(permit) }));
  return (
    <section class="card pad stack">
      <h2>{words.isolations}</h2>
      <ul class="plain stack">
        {isolations.map(({ system, isolated_at: since, reinstated_at: until }, i) => (
          <li class="stack" key={`${i} ${system}`}>
            <p class="line">
              <Icon name={until ? 'circle-check' : 'ban'} size={26} tone={until ? 'safe' : 'care'} />
              <b class="main">{system}</b>
              <span class="second">
                {until ? words.inServiceSince(moment(until)) : since ? words.isolatedSince(moment(since)) : ''}
              </span>
            </p>
            {!until && mayReinstate && (
              <Button icon="zap" onClick={() => reinstate({ system, isolated_at: since })} wide>
                {words.backInService}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {refusal}
    </section>
  );
}

export function AskIsolation({ permit, written, write, record, onCancel }: Asked) {
  const words = useWords(permitWords);
  const holder = holderOf(permit);
  const { person = holder, text: system } = written;
  return (
    <section class="card pad stack">
      <Entry label={words.whatIsolated} onInput={(text) => write({ text })} value={system} />
      <AskPerson
        chosen={person}
        first={holder ? [holder] : []}
        onChoose={(somebody) => write({ person: somebody })}
        question={words.whoIsolated}
      />
      <Button
        disabled={system.trim() === '' || !person}
        icon="check"
        look="act"
        onClick={() => record(replica().permits.recordIsolation(permit.id, { system: system.trim(), by: person }))}
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
