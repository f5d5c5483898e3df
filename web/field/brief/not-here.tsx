/** Who is not here any more: said of somebody on the crew, and taken back. Nothing is done to what they signed. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { NotHere } from '../../../shared/resources/signoff/crew.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { Member } from '../base/crew.ts';
import { useWords } from '../base/words.ts';
import { Banner } from '../frame/banner.tsx';
import { briefWords } from '../words/en-brief.ts';
import { comeBack, leave } from './change-crew.ts';

/** Of those who did not sign what is in force. */
export function Leaving({
  document,
  members,
  onDone,
}: {
  readonly document: string;
  readonly members: readonly Member[];
  readonly onDone: () => void;
}) {
  const words = useWords(briefWords);
  return (
    <>
      <ul class="card list">
        {members
          .filter(({ briefed }) => briefed !== 'current')
          .map((member) => (
            <Somebody key={member.key} name={member.label} onPress={() => leave(document, member)}>
              {words.notHere}
            </Somebody>
          ))}
      </ul>
      <div class="buttons large-ones">
        <Button icon="check" onClick={onDone}>
          {words.done}
        </Button>
      </div>
    </>
  );
}

export function NotHereList({ notHere }: { readonly notHere: readonly NotHere[] }) {
  const words = useWords(briefWords);
  return (
    <section aria-label={words.notHere} class="card list">
      <h2>{words.notHere}</h2>
      <ul>
        {notHere.map((each) => (
          <Somebody employer={each.employer_name} key={each.saidBy[0]} name={each.name} onPress={() => comeBack(each)}>
            {words.hereAgain}
          </Somebody>
        ))}
      </ul>
    </section>
  );
}

function Somebody({
  name,
  employer,
  onPress,
  children,
}: {
  readonly name: string;
  readonly employer?: string | null;
  readonly onPress: () => Promise<void>;
  readonly children: ComponentChildren;
}) {
  const { fault } = useWords();
  const [isFault, setFault] = useState(false);
  return (
    <li>
      <div class="row">
        <Icon name="user" size={28} />
        <span class="main">
          <b>{name}</b>
          {employer && <span class="second">{employer}</span>}
        </span>
        <Button onClick={() => onPress().catch(() => setFault(true))}>{children}</Button>
      </div>
      {isFault && <Banner tone="stop">{fault}</Banner>}
    </li>
  );
}
