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
  const { kept, read, isLooking, isSaved, wrong, sign, sendAgain, openNext } = useSignedHere();
  const { code, signed, name, next, tickets = [] } = kept;
  return (
    <div class="sign own-phone-page">
      <header class="line">
        <Mark /> <span class="number">Sitefile</span>
      </header>
      <main onClickCapture={onTap}>
        {tickets.map((ticket) => (
          <TicketPage key={ticket.number} ticket={ticket} />
        ))}
        {signed ? (
          <>
            <h1>{name}</h1>
            {wrong !== null && <Banner tone="stop">{wrong}</Banner>}
            <Banner icon={isSaved ? 'clock' : 'triangle-alert'} tone="care">
              {isSaved ? words.keptHereYet : words.notSent}
            </Banner>
            {next !== undefined && <Banner tone="act">{words.nextWaits}</Banner>}
            <Button look="act" onClick={sendAgain} wide>
              {words.sendOnceMore}
            </Button>
          </>
        ) : tickets.length > 0 && code === undefined ? (
          <>
            {wrong !== null && <Banner tone="stop">{wrong}</Banner>}
            {next !== undefined && (
              <Button look="act" onClick={openNext} wide>
                {words.nextCode}
              </Button>
            )}
          </>
        ) : isLooking ? (
          <Wait />
        ) : code === undefined ? (
          <>
            <h1>{words.ownPhone}</h1>
            {wrong !== null && <Banner tone="stop">{wrong}</Banner>}
            <Banner tone="act">{words.scanCode}</Banner>
          </>
        ) : read ? (
          <>
            {wrong !== null && <Banner tone="stop">{wrong}</Banner>}
            <SignForm code={code} onSend={sign} read={read} />
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
