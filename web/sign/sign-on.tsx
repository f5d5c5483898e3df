/** One person signs on their own phone: read, answer what is asked, sign, and show the ticket. Nothing of it needs an account. */
import { Button } from '../ui/button.tsx';
import { Mark } from '../ui/mark.tsx';
import { useWords } from '../field/base/words.ts';
import { Banner } from '../field/frame/banner.tsx';
import { useOneTap } from '../field/frame/one-tap.ts';
import { Wait } from '../field/frame/said.tsx';
import { phoneWords } from '../field/words/en-phone.ts';
import { SignForm } from './sign-form.tsx';
import { TicketPage } from './ticket.tsx';
import { useSignedHere } from './use-signed-here.ts';

export function SignOn() {
  const words = useWords(phoneWords);
  const onTap = useOneTap();
  const {
    kept: { code, signed, ticket },
    read,
    isLooking,
    isSaved,
    wrong,
    send,
  } = useSignedHere();
  return (
    <div class="sign own-phone-page">
      <header class="line">
        <Mark /> <span class="number">Sitefile</span>
      </header>
      <main onClickCapture={onTap}>
        {ticket ? (
          <TicketPage ticket={ticket} />
        ) : isLooking ? (
          <Wait />
        ) : code === undefined ? (
          <>
            <h1>{words.ownPhone}</h1>
            {wrong !== null && <Banner tone="stop">{wrong}</Banner>}
            <Banner tone="act">{words.scanCode}</Banner>
          </>
        ) : signed ? (
          <>
            <h1>{words.ownPhone}</h1>
            <Banner icon={isSaved ? 'clock' : 'triangle-alert'} tone="care">
              {isSaved ? words.keptHereYet : words.notSent}
            </Banner>
            <Button look="act" onClick={() => send({ ...signed, sent_at: new Date().toISOString() })} wide>
              {words.sendOnceMore}
            </Button>
          </>
        ) : read ? (
          <>
            {wrong !== null && <Banner tone="stop">{wrong}</Banner>}
            <SignForm code={code} onSend={send} read={read} />
          </>
        ) : wrong === null ? (
          <Wait />
        ) : (
          <>
            <h1>{words.ownPhone}</h1>
            <Banner tone="stop">{wrong}</Banner>
          </>
        )}
      </main>
    </div>
  );
}
