/** Work that a second press does not begin again while the first is under way: gloves tap twice. */
import { useRef, useState } from 'preact/hooks';

export interface Once {
  readonly isBusy: boolean;
  /** Does nothing while it is busy. */
  readonly once: (work: () => Promise<unknown>) => Promise<void>;
}

export function useOnce(): Once {
  const working = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const once: Once['once'] = async (work) => {
    if (working.current) return;
    working.current = true;
    setBusy(true);
    try {
      await work();
    } finally {
      working.current = false;
      setBusy(false);
    }
  };
  return { isBusy, once };
}
