/** What only the person in charge does: shown after their PIN, or at once where none is set. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { pinForm, tryPin, usePin } from '../base/pin.ts';
import { useWords } from '../base/words.ts';
import { Banner } from '../frame/banner.tsx';
import { Entry } from '../frame/entry.tsx';
import { pinWords } from '../words/en-pin.ts';

export function AskPin({ children }: { readonly children: ComponentChildren }) {
  const words = useWords(pinWords);
  const isSet = usePin();
  const [isOpen, setOpen] = useState(false);
  const [digits, setDigits] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [said, setSaid] = useState<string | null>(null);
  const look = async (): Promise<void> => {
    setBusy(true);
    setSaid(null);
    try {
      const { isRight, wait } = await tryPin(digits, Date.now());
      setDigits('');
      setOpen(isRight);
      setSaid(isRight ? null : wait > 0 ? words.waitFor(Math.ceil(wait / 60_000)) : words.wrongPin);
    } catch {
      setSaid(words.fault);
    } finally {
      setBusy(false);
    }
  };
  if (isSet === undefined) return null;
  if (!isSet || isOpen) return <>{children}</>;
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void look();
      }}
    >
      <Entry isNumber isSecret label={words.pin} onInput={setDigits} value={digits} />
      {said !== null && <Banner tone="stop">{said}</Banner>}
      <Button busy={isBusy} disabled={!pinForm.test(digits)} icon="key-round" look="act" type="submit" wide>
        {words.unlock}
      </Button>
      <p>
        {words.forgotten} <a href="/field/enrol">{words.codeRemovesPin}</a>
      </p>
    </form>
  );
}
