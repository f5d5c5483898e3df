/** Compares every sign-off of the organisation with its hashes, in this browser: nobody has to believe the server. */
import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Progress } from '../../../ui/charts/progress.tsx';
import { useStoppable } from '../../documents/register/use-stoppable.ts';
import { useWork } from '../../base/work.ts';
import type { Verified } from '../../documents/register/compare-all.ts';
import { Found, toneOf } from '../../documents/register/verified.tsx';
import { verifyDocuments, type DocumentsVerified } from '../../documents/register/verify-documents.ts';
import { Refusal } from '../../frame/refusal.tsx';

export function VerifySignoffs() {
  const work = useWork();
  const [so, setSo] = useState<DocumentsVerified | null>(null);
  const [result, setResult] = useState<Verified | null>(null);
  const stoppable = useStoppable();
  const verify = (): Promise<void> => {
    setSo(null);
    setResult(null);
    return work.run(async () => {
      const found = await stoppable.run((goesOn) =>
        verifyDocuments((how) => {
          if (goesOn()) setSo(how);
          return goesOn();
        }),
      );
      setResult(found);
    });
  };
  return (
    <Panel
      actions={
        <>
          {work.isBusy && (
            <Button onClick={stoppable.stop} small>
              Stop
            </Button>
          )}
          <Button busy={work.isBusy} icon="scale" onClick={verify} small>
            Verify all sign-offs
          </Button>
        </>
      }
      title="Sign-offs"
    >
      <div class="pad form">
        <Refusal of={work} />
        {work.isBusy ? (
          <Progress all={so?.of ?? 1} done={so?.done ?? 0} words={saidOf(so)} />
        ) : result === null ? (
          <p class="second">
            Each sign-off of each document is compared in this browser with its version, statement, ink and seal, by
            their hashes. What does not match is named.
          </p>
        ) : (
          <Notice tone={toneOf(result)}>
            <Found of={result} />
          </Notice>
        )}
      </div>
    </Panel>
  );
}

function saidOf(so: DocumentsVerified | null): string {
  if (!so) return 'Reading the list of documents';
  return `Checking document ${so.done + 1} of ${so.of}, ${so.signoffs} sign-offs so far`;
}
