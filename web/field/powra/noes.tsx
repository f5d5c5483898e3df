/** What was answered with No at a point of work check, each with what is wrong. */
import { useWords } from '../base/words.ts';
import { powraWords } from '../words/en-powra.ts';
import type { Answer } from './kept-check.ts';

export function Noes({ all }: { readonly all: readonly Pick<Answer, 'item' | 'note'>[] }) {
  const { questions } = useWords(powraWords);
  return all.length === 0 ? null : (
    <ul class="bullets">
      {all.map(({ item, note }) => (
        <li key={item}>
          {questions[powraWords.questions.indexOf(item)] ?? item} <b>{note}</b>
        </li>
      ))}
    </ul>
  );
}
