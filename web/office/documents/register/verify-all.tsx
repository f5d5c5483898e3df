/** Compares every sign-off of the register with its hashes, in this browser, and says how far it is and what it found. */
import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Progress } from '../../../ui/charts/progress.tsx';
import { useAddress, withQuery } from '../../base/place.ts';
import { useStoppable } from './use-stoppable.ts';
import { useWork } from '../../base/work.ts';
import { Refusal } from '../../frame/refusal.tsx';
import { compareAll, type Verified } from './compare-all.ts';
import type { Signoff } from './signed.ts';
import { readComparison } from './use-comparison.ts';
import { Found, toneOf } from './verified.tsx';

export function VerifyAll({
  documentId,
  signoffs,
}: {
  readonly documentId: string;
  readonly signoffs: readonly Signoff[];
}) {
  const work = useWork();
  const address = useAddress();
  const [result, setResult] = useState<{ readonly found: Verified; readonly of: readonly Signoff[] } | null>(null);
  const [done, setDone] = useState(0);
  const stoppable = useStoppable();
  if (signoffs.length === 0) return null;
  const verify = (): Promise<void> =>
    work.run(async () => {
      setDone(0);
      setResult(null);
      const found = await stoppable.run(async (goesOn) => {
        const compare = await readComparison(documentId);
        const hrefOf = ({ id }: Signoff): string => withQuery(address, { signoff: id });
        return await compareAll(signoffs, compare, hrefOf, (compared) => {
          if (goesOn()) setDone(compared);
          return goesOn();
        });
      });
      setResult(found && { found, of: signoffs });
    });
  const compared = new Set(result?.of.map(({ id }) => id));
  const since = signoffs.filter(({ id }) => !compared.has(id)).length;
  const tone = result === null || work.isBusy ? 'plain' : toneOf(result.found, since);
  return (
    <>
      <Refusal of={work} />
      <Notice
        actions={
          <>
            {work.isBusy && (
              <Button onClick={stoppable.stop} small>
                Stop
              </Button>
            )}
            <Button busy={work.isBusy} icon="scale" onClick={verify} small>
              Verify all
            </Button>
          </>
        }
        tone={tone}
      >
        {work.isBusy ? (
          <Progress all={signoffs.length} done={done} words={`Checking ${done} of ${signoffs.length} sign-offs`} />
        ) : result === null ? (
          'Every row can be checked: version, statement, ink and seal, each by its hash.'
        ) : (
          <Found of={result.found} since={since} />
        )}
      </Notice>
    </>
  );
}
