/** Compares every sign-off of the register with its hashes, in this browser, and says what it found. */
import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import type { Tone } from '../../../ui/icon.tsx';
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
  /** All of which matches. */
  readonly holds: number;
  readonly wrong: readonly Wrong[];
  /** Of which not all could be compared. */
  readonly bare: readonly Wrong[];
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
      const compared = signoffs.map((signoff) => [signoff, compare(signoff)] as const);
      const wrong = compared.flatMap((each) => wrongIn(...each));
      const bare = compared.flatMap((each) => lackingIn(...each));
      const others = new Set([...wrong, ...bare].map(({ signoff }) => signoff));
      setResult({ holds: signoffs.length - others.size, wrong, bare });
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
        tone={result === null ? 'plain' : toneOf(result)}
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

function toneOf({ wrong, bare }: Result): Tone {
  if (wrong.length > 0) return 'stop';
  return bare.length > 0 ? 'care' : 'safe';
}

function Found({ result: { holds, wrong, bare } }: { readonly result: Result }) {
  if (wrong.length === 0 && bare.length === 0)
    return <>All {holds} sign-offs match their hashes, compared in this browser just now.</>;
  return (
    <>
      {wrong.length > 0 && (
        <>
          {wrong.length === 1 ? 'One thing does' : `${wrong.length} things do`} not match. Keep the tablet and ask who
          held it.
          <Those of={wrong} />
        </>
      )}
      {bare.length > 0 && (
        <>
          Not all of these could be compared, for something was never recorded with them.
          <Those of={bare} />
        </>
      )}
      {holds > 0 && `${holds} match their hashes, compared in this browser just now.`}
    </>
  );
}

function Those({ of: those }: { readonly of: readonly Wrong[] }) {
  const address = useAddress();
  return (
    <ul class="bullets">
      {those.map(({ signoff: { id, worker }, what }) => (
        <li key={`${id} ${what}`}>
          <a href={withQuery(address, { signoff: id })}>{worker.name}</a>: {what}
        </li>
      ))}
    </ul>
  );
}

function wrongIn(signoff: Signoff, compared: readonly Compared[]): Wrong[] {
  return compared.filter(({ holds }) => holds === false).map(({ what }) => ({ signoff, what: `not so: ${what}` }));
}

function lackingIn(signoff: Signoff, compared: readonly Compared[]): Wrong[] {
  const lacking = compared.flatMap(({ holds, lacks }) => (holds === null && lacks !== undefined ? [lacks] : []));
  return lacking.length > 0 ? [{ signoff, what: `it lacks ${lacking.join(' and ')}` }] : [];
}
