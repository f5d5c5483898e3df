/** Adds an endpoint: its address must answer a test event first. The secret is shown once. */
import { useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { rest } from '../base/server.ts';
import { useWork } from '../base/work.ts';
import { Refusal } from '../frame/refusal.tsx';

export function AddEndpoint({ onClose }: { readonly onClose: (wasAdded: boolean) => void }) {
  const [url, setUrl] = useState('https://');
  const [secret, setSecret] = useState<string | null>(null);
  const work = useWork();
  const add = (event: Event): void => {
    event.preventDefault();
    void work.run(async () => {
      const made = await rest.createWebhook({ body: { url, events: ['*'] } });
      setSecret(made.secret ?? '');
    });
  };
  return (
    <Dialog onClose={() => onClose(secret !== null)} title="Add an endpoint">
      {secret === null ? (
        <form class="form" noValidate onSubmit={add}>
          <Refusal of={work} />
          <TextField
            autofocus
            help="It receives all events, and must answer a test event with 200 within 10 seconds."
            label="Address"
            name="url"
            onInput={setUrl}
            type="url"
            value={url}
          />
          <div class="dialog-foot">
            <Button busy={work.isBusy} look="act" type="submit">
              Add endpoint
            </Button>
          </div>
        </form>
      ) : (
        <>
          <p>The receiver checks our signature with this secret. It is shown only now.</p>
          <pre class="answer">{secret}</pre>
          <div class="dialog-foot">
            <Button look="act" onClick={() => onClose(true)}>
              I have copied it
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}
