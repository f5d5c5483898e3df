/** Somebody is signed in to this browser, and a link would sign in somebody else: the person decides. */
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { go } from '../base/place.ts';
import { Door } from './door.tsx';
import type { Choice } from './entering.ts';

export function AskFirst({
  choice: { link, present, other },
  refusal,
  isBusy,
  enter,
}: {
  readonly choice: Choice;
  readonly refusal: string | null;
  readonly isBusy: boolean;
  readonly enter: (link: string, insteadOf: string) => Promise<void>;
}) {
  return (
    <Door
      foot="A link that you did not ask for may be a trick: what you then write would be another person’s."
      title={`Sign in as ${other.name}?`}
    >
      <div class="form">
        {refusal !== null && <Notice tone="stop">{refusal}</Notice>}
        <p class="lead">
          You are signed in as <b>{present.name}</b>. This link is for <b>{other.name}</b> of {other.organisation}. If
          you go on, {present.name} is signed out of this browser.
        </p>
        <Button look="act" onClick={() => go('/office', true)} wide>
          Stay signed in as {present.name}
        </Button>
        <Button busy={isBusy} onClick={() => enter(link, present.id)} wide>
          Sign in as {other.name} instead
        </Button>
      </div>
    </Door>
  );
}
