/** Codes of tablets that nobody has used: those that still work, and those of the last day that ended. */
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { tell } from '../../../ui/toasts.tsx';
import type { Loaded } from '../../base/loaded.ts';
import type { Rest } from '../../base/attempt.ts';
import { recently } from '../../base/times.ts';
import { useWork } from '../../base/work.ts';
import { Refusal } from '../../frame/refusal.tsx';

type Codes = Awaited<ReturnType<Rest['listDeviceCodes']>>;

export function DeviceCodes({ codes }: { readonly codes: Loaded<Codes> }) {
  const work = useWork();
  const rows = codes.value?.data ?? [];
  if (rows.length === 0) return null;
  const withdraw = (token: string): Promise<void> =>
    work.run(async (attempt) => {
      await attempt.revokeToken({ token });
      tell('The code is withdrawn.');
      codes.again();
    });
  return (
    <Panel count={rows.length} title="Codes that no tablet has used">
      <Refusal of={work} />
      <ul class="rows">
        {rows.map(({ id, name, status, expires_at: end }) => (
          <li key={id}>
            <Icon name="qr-code" size={20} />
            <span class="main">
              <b class="title">{name}</b>
              <span class="second">
                {status === 'waiting' ? 'works until' : 'ended'} {recently(end)}
              </span>
            </span>
            <Tag tone={status === 'waiting' ? 'act' : 'plain'}>{status === 'waiting' ? 'Waiting' : 'Expired'}</Tag>
            {status === 'waiting' && (
              <Button busy={work.isBusy} onClick={() => withdraw(id)} small>
                Withdraw
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
