/** Signatures that the server did not take: whose, why, and what to do; each until somebody has read it. */
import { Button } from '../ui/button.tsx';
import { moment } from '../field/base/times.ts';
import { useWords } from '../field/base/words.ts';
import { Banner } from '../field/frame/banner.tsx';
import { phoneWords } from '../field/words/en-phone.ts';
import type { Refused } from './kept.ts';

export function Refusals({
  of,
  onRead,
}: {
  readonly of: readonly Refused[];
  readonly onRead: (refusal: Refused) => void;
}) {
  const words = useWords(phoneWords);
  if (of.length === 0) return null;
  return (
    <ul class="plain">
      {of.map((each) => (
        <li class="stack" key={each.code}>
          <Banner tone="stop">{reasonOf(each, words)}</Banner>
          <Button label={`${words.ok}: ${each.name}`} onClick={() => onRead(each)} wide>
            {words.ok}
          </Button>
        </li>
      ))}
    </ul>
  );
}

function reasonOf({ name, at, problem }: Refused, words: typeof phoneWords): string {
  if (problem === 'conflict') return words.signedMeanwhile(name);
  const reason = problem === 'unauthenticated' ? words.tooLate : words.notTaken;
  return `${name}, ${moment(at)}: ${reason}${problem === 'stale_version' ? ` ${words.notInForce}` : ''}`;
}
