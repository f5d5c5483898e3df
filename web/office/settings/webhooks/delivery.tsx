/** One delivery: what the receiver answered, what was sent, its other tries, and Retry now, by the key R too. */
import { useEffect } from 'preact/hooks';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Shown } from '../../../ui/shown.tsx';
import { tell } from '../../../ui/toasts.tsx';
import { isCommand } from '../../frame/key-commands.ts';
import { useWatched } from '../../base/loaded.ts';
import { go, useAddress, withQuery } from '../../base/place.ts';
import { rest } from '../../base/server.ts';
import { useWork } from '../../base/work.ts';
import { Refusal } from '../../frame/refusal.tsx';
import { Exchange } from './exchange.tsx';

interface DeliveryProps {
  readonly webhook: string;
  readonly id: string;
  readonly onChange: () => void;
}

export function Delivery({ webhook, id, onChange }: DeliveryProps) {
  const address = useAddress();
  const read = useWatched(`delivery ${id}`, () => rest.getDelivery({ webhook, delivery: id }));
  const work = useWork();
  const retry = (): Promise<void> =>
    work.run(async (attempt) => {
      await attempt.retryDelivery({ webhook, delivery: id });
      tell('Sent again. The answer appears here.');
      read.again();
      onChange();
    });
  const copy = async (): Promise<void> => {
    const url = `${location.origin}/api/v1/webhooks/${webhook}/deliveries/${id}/retry`;
    await navigator.clipboard.writeText(`curl -X POST -H "Authorization: Bearer $SITEFILE_TOKEN" ${url}`);
    tell('Copied: the command sends this delivery again, with a token of yours.');
  };
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const isTyping = event.target instanceof Element && event.target.closest('input, select, textarea, dialog');
      if (event.key !== 'r' || event.repeat || !isCommand(event) || isTyping) return;
      event.preventDefault();
      void retry();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [id]);
  return (
    <Panel
      actions={<IconButton icon="x" label="Close" onClick={() => go(withQuery(address, { delivery: null }))} />}
      title={read.value?.event ?? 'Delivery'}
    >
      <div class="pad form">
        <Shown of={read} rows={2}>
          {({ attempt_log: tries, sent }) => (
            <>
              <Refusal of={work} />
              <div class="choices">
                <Button busy={work.isBusy} icon="rotate-ccw" look="act" onClick={retry}>
                  Retry now <kbd aria-hidden="true">R</kbd>
                </Button>
                <Button icon="refresh-cw" onClick={read.again}>
                  Look again
                </Button>
                <Button icon="copy" onClick={copy}>
                  Copy as curl
                </Button>
              </div>
              {tries.length === 0 && <p class="second">Not tried yet.</p>}
              {tries.length > 0 && <Exchange sent={sent} tries={tries} />}
            </>
          )}
        </Shown>
      </div>
    </Panel>
  );
}
