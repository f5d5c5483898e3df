/** The code of a tablet while it waits: as a picture and in letters, how long it works, and that the tablet has taken it. */
import { useEffect, useState } from 'preact/hooks';
import { QrCode } from '../../../ui/charts/qr-code.tsx';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { tell } from '../../../ui/toasts.tsx';
import { serverTime } from '../../base/clock.ts';
import { noteChange } from '../../base/live.ts';
import type { Rest } from '../../base/attempt.ts';
import { useWork } from '../../base/work.ts';
import { Refusal } from '../../frame/refusal.tsx';
import type { Device } from './silence.tsx';

export type Made = Awaited<ReturnType<Rest['createDeviceCode']>>;

const secondMs = 1000;
/** So often it is looked whether the tablet has answered. */
const lookEvery = 5;

export function MadeCode({
  made,
  devices,
  again,
  onClose,
}: {
  readonly made: Made;
  readonly devices: readonly Device[];
  /** Asks for another code. */
  readonly again: () => void;
  readonly onClose: () => void;
}) {
  const work = useWork();
  const [known] = useState(() => new Set(devices.map(({ id }) => id)));
  const isTaken = devices.some(({ id, name }) => name === made.name && !known.has(id));
  const leftMs = useLeft(made.expires_at, isTaken);
  const withdraw = (): Promise<void> =>
    work.run(async (attempt) => {
      await attempt.revokeToken({ token: made.id });
      tell('The code is withdrawn.');
      onClose();
    });
  if (isTaken)
    return (
      <>
        <Notice tone="safe">
          <b>{made.name} is enrolled.</b> The site is on its way to it.
        </Notice>
        <Button look="act" onClick={onClose} wide>
          Done
        </Button>
      </>
    );
  if (leftMs <= 0)
    return (
      <>
        <Notice tone="care">The code has ended, and no tablet has used it.</Notice>
        <Button look="act" onClick={again} wide>
          Make another code
        </Button>
      </>
    );
  return (
    <>
      <QrCode label={`The code ${made.code} as a QR code`} text={made.url} />
      <p class="number big device-code">{made.code}</p>
      <p class="second device-ends">Works once. Ends in {inMinutes(leftMs)}.</p>
      <ol class="bullets numbered">
        <li>Scan it with the camera of the tablet, or open {new URL(made.url).host}/field there and type the code.</li>
        <li>Add the page to the home screen.</li>
        <li>Stay in reach of the signal until the site is on the tablet.</li>
      </ol>
      <Refusal of={work} />
      <p class="waits soft-plain" role="status">
        <span class="spinner" /> Waiting for the tablet to answer
      </p>
      <div class="choices">
        <Button busy={work.isBusy} onClick={withdraw}>
          Withdraw the code
        </Button>
        <Button look="act" onClick={onClose}>
          Done
        </Button>
      </div>
    </>
  );
}

/** ms until `end`, counted down each second until there is nothing to wait for. */
function useLeft(end: string, isOver: boolean): number {
  const [, count] = useState(0);
  useEffect(() => {
    if (isOver) return;
    let seconds = 0;
    const timer = setInterval(() => {
      count((turns) => turns + 1);
      if (++seconds % lookEvery === 0) noteChange();
    }, secondMs);
    return () => clearInterval(timer);
  }, [isOver]);
  return Date.parse(end) - serverTime();
}

/** "14:32" */
function inMinutes(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / secondMs));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
