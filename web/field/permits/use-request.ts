/** The request of a permit as this tab shows it: kept after each pause, with what another tab writes in it, until one of them has asked. */
import { useEffect, useRef } from 'preact/hooks';
import { replica } from '../base/device.ts';
import { go } from '../base/place.ts';
import { useLive, useSignal } from '../base/signal.ts';
import { useOnlyOwn, useSaved } from '../document/edit/use-saved.ts';
import { begunPermits, changesSince, dropBegun, isWritten, keepBegun, type BegunPermit } from './kept-request.ts';

interface Request {
  readonly value: BegunPermit;
  readonly change: (changes: Partial<BegunPermit>) => void;
}

/** Leads to the permit once it was asked for, here or in another tab. */
export function useRequest(first: BegunPermit): Request {
  const { id } = first;
  const isAsked = useRef(false);
  const onlyOwn = useOnlyOwn();
  /** What this tab knows to be kept. */
  const kept = useRef(first);
  const keeping = useRef(0);
  const { value, setValue } = useSaved(first, async (now) => {
    if (isAsked.current || !isWritten(now)) return;
    keeping.current++;
    await keepBegun(kept.current, now, onlyOwn).finally(() => keeping.current--);
    kept.current = now;
    follow();
  });
  const follow = (): void => {
    const theirs = begunPermits.value[id];
    if (!theirs || keeping.current > 0) return; // what is written here meanwhile is newer
    const changes = changesSince(kept.current, theirs);
    if (Object.keys(changes).length === 0) return;
    kept.current = theirs;
    setValue((shown) => ({ ...shown, ...changes }));
  };
  const theirs = useSignal(begunPermits)[id];
  useEffect(follow, [theirs]);
  const permit = useLive(`permit ${id}`, () => replica().permits.watch({ id }))?.[0];
  // What a tab still wrote after it was asked for goes as well.
  useEffect(() => {
    if (!permit || permit.state === 'draft') return;
    isAsked.current = true;
    const leave = (): void => go(`/permits/${id}`, true);
    dropBegun(id).then(leave, leave);
  }, [permit?.state]);
  return { value, change: (changes) => setValue((shown) => ({ ...shown, ...changes })) };
}
