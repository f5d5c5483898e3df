/**
 * An edit from a device that the server did not take: what, by whom, why, and what is there today. It can be copied, written again in the
 * office's name, or said not to be needed.
 */
import { useState } from 'preact/hooks';
import type { Rest } from '../base/attempt.ts';
import { Problem } from '../../../shared/model/problem.ts';
import { isJsonObject } from '../../../shared/base/json.ts';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { TextField } from '../../ui/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { asWords } from '../../ui/status.ts';
import { tell } from '../../ui/toasts.tsx';
import { noteChange } from '../base/live.ts';
import { useLive } from '../base/loaded.ts';
import { atTime } from '../base/times.ts';
import { useWork } from '../base/work.ts';
import { plainText } from '../documents/plain-text.ts';
import { FormDialog } from '../frame/form-dialog.tsx';
import { Refusal } from '../frame/refusal.tsx';
import { readToday } from './apply-again.ts';
import { textOf } from './refused-title.ts';
import type { Refused } from './waiting.ts';

export function RefusedPanel({ refused, onSettled }: { readonly refused: Refused; readonly onSettled: () => void }) {
  const { author, at, command, problem, document_id: document, seen } = refused;
  const what = isJsonObject(command) ? (command['set'] ?? command['args'] ?? null) : null;
  const today = useLive(`today ${refused.id}`, () => readToday(refused)).value ?? null;
  return (
    <Panel
      actions={document && <a href={`/office/documents/${document}`}>Open the document</a>}
      title={asWords(textOf(command, 'kind'))}
    >
      <Facts
        facts={[
          ['Who', textOf(author, 'name') || 'A device'],
          ['When', atTime(at)],
          ['Why it was not taken', textOf(problem, 'detail') || textOf(problem, 'title')],
          ['What was written', plainText(what) || 'nothing'],
          ['What is there today', today && Object.keys(today.now).length > 0 && (plainText(today.now) || 'nothing')],
          ['Dealt with', seen && `${seen.by.name}, ${atTime(seen.at)}${seen.reason ? `: ${seen.reason}` : ''}`],
        ]}
      />
      <Choices
        onSettled={onSettled}
        refused={refused}
        text={plainText(what)}
        whyNot={today?.whyNot ?? null}
        write={today?.write ?? null}
      />
    </Panel>
  );
}

function Choices({
  refused,
  text,
  write,
  whyNot,
  onSettled,
}: {
  readonly refused: Refused;
  readonly text: string;
  readonly write: ((attempt: Rest) => Promise<void>) | null;
  readonly whyNot: string | null;
  readonly onSettled: () => void;
}) {
  const work = useWork();
  const [isAsking, setAsking] = useState(false);
  const isWaiting = refused.seen === null;
  const settled = (words: string): void => {
    tell(words);
    noteChange(); // for the count beside To settle
    onSettled();
  };
  const writeAgain =
    write && (() => work.run(async (attempt) => settled((await write(attempt), 'Written, in your name.'))));
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    tell('Copied.');
  };
  return (
    <div class="pad form">
      <Refusal of={work} />
      {isWaiting && whyNot && <p>{whyNot}</p>}
      <div class="choices">
        {isWaiting && writeAgain && (
          <Button busy={work.isBusy} icon="rotate-ccw" look="act" onClick={writeAgain}>
            Write it again over today’s
          </Button>
        )}
        {isWaiting && (
          <Button icon="check" onClick={() => setAsking(true)}>
            Seen, not needed
          </Button>
        )}
        <Button icon="copy" onClick={copy}>
          Copy
        </Button>
      </div>
      <p class="second">The text is kept here for a time, and on the tablet until somebody drops it there.</p>
      {isAsking && (
        <NotNeeded
          onClose={() => {
            setAsking(false);
            if (!isWaiting) onSettled();
          }}
          onSettled={settled}
          refused={refused}
        />
      )}
    </div>
  );
}

function NotNeeded({
  refused: { id, hash },
  onSettled,
  onClose,
}: {
  readonly refused: Refused;
  readonly onSettled: (words: string) => void;
  readonly onClose: () => void;
}) {
  const [reason, setReason] = useState('');
  const save = async (attempt: Rest): Promise<void> => {
    const mine = reason.trim() || null;
    const { seen } = await attempt.dismissRefused({ command: id, body: { hash, reason: mine } });
    // The first reason counts.
    if (seen && seen.reason !== mine)
      throw new Problem('conflict', `${seen.by.name} has dealt with it meanwhile. What you wrote was not needed.`);
    onSettled('It waits no longer.');
  };
  return (
    <FormDialog onClose={onClose} save={save} title="This edit is not needed?" verb="It is not needed">
      <p>It leaves this list. What was written stays readable below it, with your name, and the audit log has it.</p>
      <TextField label="Why" name="reason" onInput={setReason} optional value={reason} />
    </FormDialog>
  );
}
