/** What somebody signed or refused, as it was recorded: read only, for the person in charge and for who wants to see their own. */
import type { ComponentChildren } from 'preact';
import type { Shown } from '../../../client-sdk/view/kinds.ts';
import { isSamePerson } from '../../../shared/model/same-person.ts';
import { Ink } from '../../ui/ink.tsx';
import { answerOf, type Member } from '../base/crew.ts';
import { moment } from '../base/times.ts';
import { useWords } from '../base/words.ts';
import { checkWords } from '../words/en-check.ts';
import { leadWords } from '../words/en-lead.ts';
import { signWords } from '../words/en-sign.ts';

type Signoff = Shown<'signoff'>;

const parts = { ...signWords, ...checkWords, ...leadWords };

/** The answer that counts for them; undefined where there is none, or the tablet does not keep it any more. */
export function answerFrom(
  { id, name, employer, signedAt }: Member,
  signoffs: readonly Signoff[],
): Signoff | undefined {
  const person = { id, name, employer_name: employer };
  return signoffs.findLast((each) => answerOf(each).at === signedAt && isSamePerson(each.worker, person));
}

export function WhatSigned({ signoff }: { readonly signoff: Signoff }) {
  const words = useWords(parts);
  const { worker, document_version: version, statement, signature, witness, declined } = signoff;
  const { briefing, understanding_check: check } = signoff;
  const { briefed_by: briefer, interpretation, interpreter_name: interpreter } = briefing ?? {};
  const translation = interpretation && words.interpretations[interpretation];
  const { correct, questions, attempts } = check ?? {};
  const label = words.signatureOf(worker.name);
  const facts: readonly (readonly [name: string, value: ComponentChildren])[] = [
    [
      declined ? words.whatRefused : words.whatSigned,
      `${words.version(version ?? 0)} · ${moment(answerOf(signoff).at ?? '')}`,
    ],
    [words.statement, !declined && statement && <span lang={statement.language ?? undefined}>{statement.text}</span>],
    [words.whyNot, declined?.reason],
    [label, signature?.strokes ? <Ink key="ink" label={label} strokes={signature.strokes} /> : signature?.text],
    [words.witnessed, witness?.name],
    [words.briefedBy, briefer?.name],
    [words.interpreter, [translation, interpreter].filter(Boolean).join(', ')],
    [
      words.understanding,
      questions &&
        [words.rightOf(correct ?? 0, questions), attempts && words.tries(attempts)].filter(Boolean).join(', '),
    ],
  ];
  return (
    <dl class="card pad facts">
      {facts
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <div key={name}>
            <dt class="second">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
