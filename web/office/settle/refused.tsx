/** An edit from a device that the server did not take: what, by whom, and why; it can be copied, or written once more in the office's name. */
import { isJsonObject, type Json } from '../../../shared/base/json.ts';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Panel } from '../../ui/panel.tsx';
import { asWords } from '../../ui/status.ts';
import { tell } from '../../ui/toasts.tsx';
import { atTime } from '../base/times.ts';
import { useWork } from '../base/work.ts';
import { plainText } from '../documents/plain-text.ts';
import { Refusal } from '../frame/refusal.tsx';
import { applyAgain } from './apply-again.ts';
import type { Refused } from './waiting.ts';

export function refusedTitle({ command, problem }: Refused): string {
  return `${asWords(textOf(command, 'kind'))}: ${textOf(problem, 'detail') || textOf(problem, 'title')}`;
}

export function RefusedPanel({ refused }: { readonly refused: Refused }) {
  const { author, at, command, problem, document_id: document } = refused;
  const work = useWork();
  const what = isJsonObject(command) ? (command['set'] ?? command['args'] ?? null) : null;
  const again = applyAgain(refused);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(plainText(what));
    tell('Copied.');
  };
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
        ]}
      />
      <div class="pad form">
        <Refusal of={work} />
        <div class="choices">
          {again && (
            <Button
              busy={work.isBusy}
              icon="rotate-ccw"
              look="act"
              onClick={() =>
                work.run(async () => {
                  await again();
                  tell('Applied, in your name.');
                })
              }
            >
              Apply again
            </Button>
          )}
          <Button icon="copy" onClick={copy}>
            Copy
          </Button>
        </div>
        <p class="second">The text is kept here and on the tablet, until the tablet drops it.</p>
      </div>
    </Panel>
  );
}

function textOf(value: Json, name: string): string {
  const found = isJsonObject(value) ? value[name] : null;
  return typeof found === 'string' ? found : '';
}
