/** The checks after the fire watch: which were made and by whom, when the next is due, and recording one. */
import { isSamePerson } from '../../../shared/model/same-person.ts';
import { useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { checkDueAt, checkedMinutes, demandedChecks } from '../../../shared/resources/permit/limits.ts';
import { replica } from '../base/device.ts';
import type { Somebody } from '../base/people.ts';
import { clock } from '../base/times.ts';
import { useWords } from '../base/words.ts';
import { AskPerson } from '../frame/ask-person.tsx';
import { Banner } from '../frame/banner.tsx';
import { permitWords } from '../words/en-permits.ts';
import type { Permit } from './asked.ts';
import { useRecord } from './use-record.tsx';
import { holderOf } from './who.ts';

interface Props {
  readonly permit: Permit;
  readonly now: number;
  readonly onCheck: () => void;
}

export function ClosingChecks({ permit, now, onCheck }: Props) {
  const words = useWords(permitWords);
  const { settings } = replica();
  const { minutes: all, every } = demandedChecks(permit, settings);
  const { minutes: done, until } = checkedMinutes(permit, settings);
  const made = permit.closing_checks ?? [];
  if (all === 0 || until === null) return null;
  const dueAt = checkDueAt(permit, settings);
  // A minute that has begun counts as not yet over.
  const isLate = dueAt !== null && now >= dueAt + 60_000;
  return (
    <section class="card pad stack">
      <p class="line large">
        <Icon name="timer" size={28} />
        {words.checksAfter(Math.min(done, all), all)}
      </p>
      {made.length > 0 && (
        <ol class="plain">
          {made.map(({ checked_at: at, checked_by: by }, i) => (
            <li class="line" key={i}>
              <Icon name="check" size={22} />
              <b class="number">{at ? clock(at) : ''}</b> {by?.name}
            </li>
          ))}
        </ol>
      )}
      {dueAt !== null && (
        <>
          {isLate ? (
            <Banner tone="care">{words.checkLate(clock(dueAt))}</Banner>
          ) : (
            <p>{words.nextCheckBy(clock(dueAt), every)}</p>
          )}
          <Button icon="check" look="act" onClick={onCheck} wide>
            {words.checkMade}
          </Button>
        </>
      )}
    </section>
  );
}

/** The one who kept the watch, or made the last check, is there already. */
export function AskChecker({ permit, onDone }: { readonly permit: Permit; readonly onDone: () => void }) {
  const words = useWords(permitWords);
  const people = [permit.closing_checks?.at(-1)?.checked_by, permit.fire_watch?.fire_watcher, holderOf(permit)];
  const known = people.flatMap((person) => (person ? [{ ...person, id: person.id ?? null }] : []));
  const first = known.filter((person, i) => !known.slice(0, i).some((each) => isSamePerson(each, person)));
  const [person, setPerson] = useState<Somebody | null>(first[0] ?? null);
  const { record, refusal } = useRecord(onDone);
  return (
    <section class="card pad stack">
      <AskPerson chosen={person} first={first} onChoose={setPerson} question={words.whoChecked} />
      <Button
        disabled={!person}
        icon="check"
        look="act"
        onClick={() => record(replica().permits.closingCheck(permit.id, { by: person }))}
        wide
      >
        {words.checkMade}
      </Button>
      {refusal}
      <Button onClick={onDone} wide>
        {words.cancel}
      </Button>
    </section>
  );
}
