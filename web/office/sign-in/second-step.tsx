/** The second step of signing in: a passkey of the user. */
import { useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { startAnew } from '../base/page-user.ts';
import { signIn } from '../base/server.ts';
import { useWork } from '../base/work.ts';
import { canUsePasskeys, noPasskey, showPasskey } from './authenticator.ts';
import { Door } from './door.tsx';

export type Step = NonNullable<Awaited<ReturnType<typeof signIn.readSignIn>>['passkey']>;

export function SecondStep({ step, onOver }: { readonly step: Step; readonly onOver: () => void }) {
  const work = useWork();
  const [missing, setMissing] = useState<string | null>(null);
  const [isOver, setOver] = useState(false);
  const show = async (): Promise<void> => {
    setMissing(null);
    const given = await showPasskey(step).catch((error: unknown) => {
      setMissing(noPasskey(error));
      return null;
    });
    if (!given) return;
    // The challenge counts once: after a refusal there is nothing to try again.
    setOver(true);
    await work.run(async () => {
      await signIn.usePasskey({ body: { credential: given } });
      startAnew('/office');
    }, true);
  };
  return (
    <Door
      foot="Lost it? An owner or an administrator can remove your passkeys: Settings, Users."
      title="Your passkey, please"
    >
      <div class="form">
        {(missing ?? work.refusal) && <Notice tone="stop">{missing ?? work.refusal}</Notice>}
        {!canUsePasskeys() && <Notice tone="stop">This browser uses no passkeys here. Take another one.</Notice>}
        <p class="lead">
          {step.name} signs in with a passkey too: by the fingerprint, face or code of this device, or with a key that
          you plug in.
        </p>
        {isOver && !work.isBusy ? (
          <Button look="act" onClick={onOver} wide>
            Sign in from the start
          </Button>
        ) : (
          <Button busy={work.isBusy} look="act" onClick={show} wide>
            Use the passkey
          </Button>
        )}
        {!isOver && (
          <Button look="bare" onClick={onOver} wide>
            Sign in as somebody else
          </Button>
        )}
      </div>
    </Door>
  );
}
