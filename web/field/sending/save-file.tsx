/** Everything that the server does not have, as an encrypted file, for a tablet that is handed in. */
import { useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { replica } from '../base/device.ts';
import { useWords } from '../base/words.ts';
import { Banner } from '../frame/banner.tsx';
import { Entry } from '../frame/entry.tsx';
import { sendingWords } from '../words/en-sending.ts';
import { download, fewestCharacters } from './download.ts';

export function SaveFile() {
  const words = useWords(sendingWords);
  const [isOpen, setOpen] = useState(false);
  const [passphrase, setPassphrase] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const save = async (): Promise<void> => {
    try {
      download(await replica().outbox.exportUnsent({ passphrase }));
      setOpen(false);
    } catch (error) {
      setFailure(error instanceof Error ? error.message : words.fault);
    }
  };
  if (!isOpen)
    return (
      <Button icon="download" onClick={() => setOpen(true)} wide>
        {words.saveFile}
      </Button>
    );
  return (
    <div class="stack">
      <Entry label={words.passphrase} onInput={setPassphrase} isSecret value={passphrase} />
      {failure !== null && <Banner tone="stop">{failure}</Banner>}
      <Button disabled={passphrase.length < fewestCharacters} icon="download" look="act" onClick={save} wide>
        {words.save}
      </Button>
    </div>
  );
}
