/** Compares every sign-off of the register with its hashes, in this browser, and says what it found. */
import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useAddress, withQuery } from '../../base/place.ts';
import { useWork } from '../../base/work.ts';
import { Refusal } from '../../frame/refusal.tsx';
import type { Signoff } from './signed.ts';
import { readComparison } from './use-comparison.ts';
import type { Compared } from './verify.ts';

interface Wrong {
  readonly signoff: Signoff;
  readonly what: string;
}

interface Result {
  readonly checked: number;
  readonly wrong: readonly Wrong[];
}

export function VerifyAll({
  documentId,
  signoffs,
}: {
  readonly documentId: string;
  readonly signoffs: readonly Signoff[];
}) {
  const work = useWork();
  const [result, setResult] = useState<Result | null>(null);
  if (signoffs.length === 0) return null;
  const verify = (): Promise<void> =>
    work.run(async () => {
      const compare = await readComparison(documentId);
      const wrong = signoffs.flatMap((signoff) => wrongIn(signoff, compare(signoff)));
      setResult({ checked: signoffs.length, wrong });
    });
  return (
    <>
      <Refusal of={work} />
      <Notice
        actions={
          <Button busy={work.isBusy} icon="scale" onClick={verify} small>
            Verify all
          </Button>
        }
        tone={result === null ? 'plain' : result.wrong.length > 0 ? 'stop' : 'safe'}
      >
        {result === null ? (
          'Every row can be checked: version, statement, ink and seal, each by its hash.'
        ) : (
          <Found result={result} />
        )}
      </Notice>
    </>
  );
}

function Found({ result: { checked, wrong } }: { readonly result: Result }) {
  const address = useAddress();
  if (wrong.length === 0) return <>All {checked} sign-offs match their hashes, compared in this browser just now.</>;
  return (
    <>
      {wrong.length === 1 ? 'One thing does' : `${wrong.length} things do`} not match. Keep the tablet and ask who held
      it.
      <ul class="bullets">
        {wrong.map(({ signoff: { id, worker }, what }) => (
          <li key={`${id} ${what}`}>
            <a href={withQuery(address, { signoff: id })}>{worker.name}</a>: not so: {what}
          </li>
        ))}
      </ul>
    </>
  );
}

function wrongIn(signoff: Signoff, compared: readonly Compared[]): Wrong[] {
  return compared.filter(({ holds }) => holds === false).map(({ what }) => ({ signoff, what }));
}
