/** One person signs on their own phone: read, answer what is asked, sign, and show the ticket. Nothing of it needs an account. */
import { Problem } from '../../shared/model/problem.ts';
import { Button } from '../ui/button.tsx';
import { Mark } from '../ui/mark.tsx';
import { useServerTime } from '../field/base/clock.ts';
import { useWords } from '../field/base/words.ts';
import { Banner } from '../field/frame/banner.tsx';
import { useOneTap } from '../field/frame/one-tap.ts';
import { Wait } from '../field/frame/said.tsx';
import { phoneWords } from '../field/words/en-phone.ts';
import { Refusals } from './refusals.tsx';
import { SignForm } from './sign-form.tsx';
import { TicketPage } from './ticket.tsx';
import { signingOf } from './use-opened.ts';
import { useSignedHere, type SignedHere } from './use-signed-here.ts';

export function SignOn() {
  const onTap = useOneTap();
  const here = useSignedHere();
  const { tickets = [], refused = [] } = here.kept;
  return (
    <div class="sign own-phone-page">
      <header class="line">
        <Mark /> <span class="number">Sitefile</span>
      </header>
      <main onClickCapture={onTap}>
        {tickets.map((ticket) => (
          <TicketPage key={ticket.number} ticket={ticket} />
        ))}
        <Refusals of={refused} onRead={here.acknowledge} />
        {here.kept.signed ? <Unsent of={here} /> : <Now of={here} />}
      </main>
    </div>
  );
}

/** Signed, and not sent yet. */
function Unsent({ of: { kept, isSaved, sendAgain } }: { readonly of: SignedHere }) {
  const words = useWords(phoneWords);
  const isOver = useServerTime() >= Date.parse(kept.until ?? '');
  return (
    <>
      <h1>{kept.name}</h1>
      <Banner icon={isSaved ? 'clock' : 'triangle-alert'} tone="care">
        {isSaved ? words.keptHereYet : words.notSent}
      </Banner>
      {isOver && <Banner tone="stop">{words.overUnsent}</Banner>}
      {kept.next !== undefined && <Banner tone="act">{words.nextWaits}</Banner>}
      <Button look="act" onClick={sendAgain} wide>
        {words.sendOnceMore}
      </Button>
    </>
  );
}

function Now({
  of: { kept, read, isLooking, wrong, isAnother, sign, openNext, onBegun },
}: {
  readonly of: SignedHere;
}) {
  const words = useWords(phoneWords);
  const { code, next, tickets = [] } = kept;
  const goesOn = (
    <Button look="act" onClick={openNext} wide>
      {words.nextCode}
    </Button>
  );
  const why = wrong && <Banner tone="stop">{reasonOf(wrong, words)}</Banner>;
  if (tickets.length > 0 && code === undefined) return next === undefined ? null : goesOn;
  if (isLooking) return <Wait />;
  if (code === undefined)
    return (
      <>
        <h1>{words.ownPhone}</h1>
        <Banner tone="act">{words.scanCode}</Banner>
      </>
    );
  if (!read)
    return why ? (
      <>
        <h1>{words.ownPhone}</h1>
        {why}
      </>
    ) : (
      <Wait />
    );
  return (
    <>
      {why}
      {isAnother && (
        <>
          <Banner tone="care">{words.inkWaits(read.worker.name)}</Banner>
          {goesOn}
        </>
      )}
      <SignForm code={code} key={signingOf(read)} onBegun={onBegun} onSend={sign} read={read} />
    </>
  );
}

/** Why a code does not open. */
function reasonOf(error: Error, words: typeof phoneWords & { readonly fault: string }): string {
  if (!(error instanceof Problem)) return words.fault;
  if (error.code === 'unauthenticated') return words.codeUsed;
  if (error.code === 'stale_version') return words.notInForce;
  return error.code === 'conflict' ? words.signedMeanwhile('') : words.fault;
}
