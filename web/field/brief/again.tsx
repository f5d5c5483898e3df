/**
 * Somebody who answered already, or did meanwhile, wants to sign again. Where others have the same name and no id, a second answer would
 * count for one of them: so they say who they are first.
 */
import { useState } from 'preact/hooks';
import type { Shown } from '../../../client-sdk/view/kinds.ts';
import { isSamePerson, withEmployer } from '../../../shared/model/same-person.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import type { Member } from '../base/crew.ts';
import { moment } from '../base/times.ts';
import { Banner } from '../frame/banner.tsx';
import type { Words } from '../words/en.ts';
import type { signWords } from '../words/en-sign.ts';
import type { Signer } from './signer.ts';

/** Who is at the line, by what is known now. */
export interface AtLine {
  readonly member: Signer;
  /** The one that counts for them. */
  readonly answer: Shown<'signoff'> | undefined;
  readonly namesakes: readonly Member[];
}

/** Of the crew, those who cannot be told from the member by anything that a sign-off names, the member included. */
export function namesakesOf(member: Member, crew: readonly Member[]): readonly Member[] {
  const named = ({ id, name, employer }: Member) => ({ id, name, employer_name: employer });
  const all = crew.filter((each) => each.id === null && isSamePerson(named(each), named(member)));
  return member.id === null && all.length > 1 ? all : [];
}

export function Again({
  member,
  namesakes,
  roster,
  words,
  onAgain,
  isBegun = false,
}: {
  readonly member: Member;
  readonly namesakes: readonly Member[];
  /** Path below /field of the briefing. */
  readonly roster: string;
  readonly words: Words & typeof signWords;
  readonly onAgain: () => unknown;
  /** They have drawn or written already: it is recorded, also where they are the other one. */
  readonly isBegun?: boolean;
}) {
  const [state, setState] = useState<'open' | 'who' | 'stays'>('open');
  if (state === 'open')
    return (
      <Button
        look={isBegun ? 'act' : 'line'}
        onClick={() => (namesakes.length > 0 ? setState('who') : onAgain())}
        wide={isBegun}
      >
        {words.signAgain}
      </Button>
    );
  if (state === 'stays')
    return (
      <>
        <Banner tone="care">{words.answerStays}</Banner>
        <ButtonLink href={`/field${roster}`}>{words.crew}</ButtonLink>
      </>
    );
  const others = namesakes.filter(({ briefed }) => briefed === 'missing' || briefed === 'old');
  return (
    <fieldset class="stack">
      <legend>{words.namesakes(member.name)}</legend>
      {namesakes
        .filter((each) => !others.includes(each))
        .map(({ key, signedAt }) => (
          <Button key={key} onClick={() => setState('stays')} wide>
            {words.answeredAt(moment(signedAt ?? ''))}
          </Button>
        ))}
      {others.slice(0, 1).map(({ key }) =>
        isBegun ? (
          <Button key={key} onClick={onAgain} wide>
            {words.theOther}
          </Button>
        ) : (
          <ButtonLink href={`/field${roster}/sign/${key}`} key={key} wide>
            {words.theOther}
          </ButtonLink>
        ),
      )}
    </fieldset>
  );
}

export function hasAnswered({ briefed }: Member): boolean {
  return briefed === 'current' || briefed === 'declined';
}

/** What was answered, and when; null where nothing counts. */
export function saidAnswer({ member, answer }: AtLine, version: number, words: typeof signWords): string | null {
  if (!hasAnswered(member)) return null;
  const { briefed, label, signed_version: signed, signedAt } = member;
  const say = briefed === 'current' ? words.signedAlready : words.declinedAlready;
  return say(answer ? withEmployer(answer.worker) : label, signed ?? version, moment(signedAt ?? ''));
}
