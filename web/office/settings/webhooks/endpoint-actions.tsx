/** What can be done with the chosen endpoint: change, pause and start again, a new secret, sending again what failed, and deleting it. */
import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { tell } from '../../../ui/toasts.tsx';
import type { Rest } from '../../base/attempt.ts';
import { serverTime } from '../../base/clock.ts';
import { recently } from '../../base/times.ts';
import { useWork } from '../../base/work.ts';
import { Refusal } from '../../frame/refusal.tsx';
import { EndpointForm } from './endpoint-form.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import type { Endpoint } from './types.ts';

const dayMs = 86_400_000;
/** As long as the server keeps what is held. */
const heldMs = 400 * dayMs;

const reasons: Readonly<Record<string, string>> = {
  manual: 'It was paused by hand.',
  gone: 'The receiver answered that it is gone.',
  failing: 'Its deliveries failed for too long.',
};

type Asked = 'change' | 'secret' | 'delete';

export function EndpointActions({ endpoint, again }: { readonly endpoint: Endpoint; readonly again: () => void }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const work = useWork();
  const { id: webhook, state, disabled_reason: reason, disabled_note: note } = endpoint;
  const isOn = state === 'enabled';
  const run = (said: string, call: (attempt: Rest) => Promise<unknown>): Promise<void> =>
    work.run(async (attempt) => {
      await call(attempt);
      tell(said);
      again();
    });
  const recover = (): Promise<void> =>
    work.run(async (attempt) => {
      const since = new Date(serverTime() - heldMs).toISOString();
      const { queued, notice } = await attempt.recoverDeliveries({ webhook, body: { since } });
      tell(notice ?? (queued === 0 ? 'Nothing failed, and nothing is held.' : `${queued} are sent again.`));
      again();
    });
  return (
    <Panel title="This endpoint">
      <div class="pad stack">
        <Refusal of={work} />
        {!isOn && (
          <Notice tone="care">
            Nothing is sent. {reasons[reason ?? ''] ?? ''} {note} Events are held meanwhile: after starting it again,
            “Retry failed” sends them.
          </Notice>
        )}
        <div class="choices">
          {isOn ? (
            <Button
              busy={work.isBusy}
              icon="pause"
              key="pause"
              onClick={() =>
                run('It is paused. Events are held.', (attempt) => attempt.disableWebhook({ webhook, body: {} }))
              }
            >
              Pause
            </Button>
          ) : (
            <Button
              busy={work.isBusy}
              icon="play"
              key="play"
              look="act"
              onClick={() =>
                run('The receiver answered, and gets events again.', (attempt) => attempt.enableWebhook({ webhook }))
              }
            >
              Start again
            </Button>
          )}
          <Button icon="pen-line" onClick={() => setAsked('change')}>
            Change
          </Button>
          <Button busy={work.isBusy} icon="rotate-ccw" onClick={recover}>
            Retry failed
          </Button>
          <Button icon="key-round" onClick={() => setAsked('secret')}>
            New secret
          </Button>
          <Button icon="trash" onClick={() => setAsked('delete')}>
            Delete
          </Button>
        </div>
      </div>
      <Facts
        facts={[
          ['For', endpoint.description],
          ['Events', endpoint.events.includes('*') ? 'all of them' : endpoint.events.join(', ')],
          ['Order', endpoint.ordering === 'resource' && 'one after the other for each record'],
          ['Old secret good until', endpoint.handover_until && recently(endpoint.handover_until)],
        ]}
      />
      {asked && <Dialogs again={again} asked={asked} endpoint={endpoint} onClose={() => setAsked(null)} />}
    </Panel>
  );
}

function Dialogs({
  asked,
  endpoint,
  again,
  onClose,
}: {
  readonly asked: Asked;
  readonly endpoint: Endpoint;
  readonly again: () => void;
  readonly onClose: () => void;
}) {
  const [secret, setSecret] = useState<string | null>(null);
  const work = useWork();
  const { id: webhook } = endpoint;
  const end = (): void => {
    onClose();
    again();
  };
  const rotate = (): Promise<void> =>
    work.run(async (attempt) => {
      const until = new Date(serverTime() + dayMs).toISOString();
      setSecret((await attempt.rotateWebhookSecret({ webhook, body: { handover_until: until } })).secret ?? '');
    });
  const remove = (): Promise<void> =>
    work.run(async (attempt) => {
      await attempt.deleteWebhook({ webhook });
      tell('The endpoint is deleted.');
      attempt.goOn('/office/settings/webhooks', true);
      end();
    });
  if (secret !== null) return <SecretDialog onClose={end} secret={secret} title="The new secret" />;
  if (asked === 'change')
    return <EndpointForm endpoint={endpoint} onClose={(wasSaved) => (wasSaved ? end() : onClose())} />;
  return asked === 'secret' ? (
    <Ask of={work} onClose={onClose} onYes={rotate} title="Make a new secret?" verb="Make the secret">
      For a day every delivery is signed with both; then with the new one alone. Give it to the receiver meanwhile.
    </Ask>
  ) : (
    <Ask of={work} onClose={onClose} onYes={remove} title="Delete this endpoint?" verb="Delete endpoint">
      What waits for it is not sent any more. This cannot be undone.
    </Ask>
  );
}

function Ask({
  title,
  verb,
  of,
  onYes,
  onClose,
  children,
}: {
  readonly title: string;
  readonly verb: string;
  readonly of: ReturnType<typeof useWork>;
  readonly onYes: () => Promise<void>;
  readonly onClose: () => void;
  readonly children: string | readonly string[];
}) {
  return (
    <Dialog onClose={onClose} title={title}>
      <Refusal of={of} />
      <p>{children}</p>
      <div class="dialog-foot">
        <Button busy={of.isBusy} look={verb.startsWith('Delete') ? 'stop' : 'act'} onClick={onYes}>
          {verb}
        </Button>
      </div>
    </Dialog>
  );
}
