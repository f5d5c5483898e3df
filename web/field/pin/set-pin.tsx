/** Sets, changes or removes the PIN of the person in charge. */
import { useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { forgetPin, pinForm, setPin, usePin } from '../base/pin.ts';
import { useWords } from '../base/words.ts';
import { Banner } from '../frame/banner.tsx';
import { Entry } from '../frame/entry.tsx';
import { pinWords } from '../words/en-pin.ts';
import { AskPin } from './ask-pin.tsx';

export function PinSetting() {
  const words = useWords(pinWords);
  const isSet = usePin() ?? false;
  const [isChanging, setChanging] = useState(false);
  return (
    <section class="card pad stack">
      <h2>{words.pin}</h2>
      <p>{isSet ? words.pinIsSet : words.pinHelp}</p>
      {isChanging ? (
        <AskPin>
          <NewPin isSet={isSet} onDone={() => setChanging(false)} />
        </AskPin>
      ) : (
        <Button icon="key-round" onClick={() => setChanging(true)} wide>
          {isSet ? words.changePin : words.setPin}
        </Button>
      )}
    </section>
  );
}

function NewPin({ isSet, onDone }: { readonly isSet: boolean; readonly onDone: () => void }) {
  const words = useWords(pinWords);
  const [digits, setDigits] = useState('');
  const [failure, setFailure] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    try {
      await work();
      onDone();
    } catch {
      setFailure(true);
      setBusy(false);
    }
  };
  return (
    <>
      <Entry help={words.sixDigits} isNumber isSecret label={words.freshPin} onInput={setDigits} value={digits} />
      {failure && <Banner tone="stop">{words.pinFailed}</Banner>}
      <Button
        busy={isBusy}
        disabled={!pinForm.test(digits)}
        look="act"
        onClick={() => attempt(() => setPin(digits))}
        wide
      >
        {words.savePin}
      </Button>
      {isSet && (
        <Button onClick={() => attempt(forgetPin)} wide>
          {words.removePin}
        </Button>
      )}
    </>
  );
}
