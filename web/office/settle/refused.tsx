/** An edit from a device that the server did not take: what, by whom, and why. */
import { isJsonObject, type Json } from '../../../shared/base/json.ts';
import { Icon } from '../../ui/icon.tsx';
import { asWords } from '../../ui/status.ts';
import type { rest } from '../base/server.ts';
import { recently } from '../base/times.ts';
import { plainText } from '../documents/plain-text.ts';

export function RefusedRow({
  refused: { author, at, command, problem },
}: {
  readonly refused: Awaited<ReturnType<typeof rest.listRefused>>['data'][number];
}) {
  const kind = asWords(text(command, 'kind'));
  const what = isJsonObject(command) ? (command['set'] ?? command['args'] ?? null) : null;
  return (
    <li>
      <Icon name="octagon-x" size={20} tone="stop" />
      <span class="main">
        <b class="title">
          {kind}: {text(problem, 'detail') || text(problem, 'title')}
        </b>
        <span class="second">
          {text(author, 'name') || 'A device'} · {recently(at)}
        </span>
        <details>
          <summary>What was written</summary>
          <pre class="answer">{plainText(what) || 'nothing'}</pre>
        </details>
      </span>
    </li>
  );
}

function text(value: Json, name: string): string {
  const found = isJsonObject(value) ? value[name] : null;
  return typeof found === 'string' ? found : '';
}
