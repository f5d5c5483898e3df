/** The end of a point of work check: what is wrong, who decides, and whether the work may start. */
import { useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import type { Somebody } from '../base/people.ts';
import { useWords } from '../base/words.ts';
import { AskPerson } from '../frame/ask-person.tsx';
import { powraWords } from '../words/en-powra.ts';
import type { Answer } from './kept-check.ts';
import { Noes } from './noes.tsx';
import type { Decided } from './recording.ts';

export function Decide({
  answers,
  onDecide,
}: {
  readonly answers: readonly Answer[];
  readonly onDecide: (decided: Decided) => Promise<void>;
}) {
  const words = useWords(powraWords);
  const [by, setBy] = useState<Somebody | null>(null);
  const wrong = answers.filter(({ response }) => response === 'no');
  const decide = async (decision: Decided['decision']): Promise<void> => {
    if (by) await onDecide({ decision, by });
  };
  return (
    <section class="card pad stack">
      <h2 class="large">{words.decide}</h2>
      <Noes all={wrong} />
      <AskPerson chosen={by} onChoose={setBy} question={words.whoDecides} />
      <Button
        disabled={!by}
        icon="check"
        look="act"
        onClick={() => decide(wrong.length === 0 ? 'proceed' : 'proceed_with_changes')}
        wide
      >
        {wrong.length === 0 ? words.proceed : words.proceedChanged}
      </Button>
      <Button disabled={!by} icon="octagon-x" look="stop" onClick={() => decide('stop')} wide>
        {words.stopDecision}
      </Button>
    </section>
  );
}
