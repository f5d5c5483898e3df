/** A photo or a sheet from the tablet's own storage, as an address that a picture or a link can have. */
import { useEffect, useState } from 'preact/hooks';
import { replica } from '../base/device.ts';
import { useSignal } from '../base/signal.ts';
import { picturesFetched } from './keep-pictures.ts';

interface OwnFile {
  readonly address: string;
  /** A PDF, which the tablet's own viewer opens. */
  readonly isSheet: boolean;
}

/** Null if the tablet does not have it, undefined while it is read. */
export function usePicture(id: string): OwnFile | null | undefined {
  const fetched = useSignal(picturesFetched);
  const [own, setOwn] = useState<OwnFile | null>();
  useEffect(() => {
    let made: string | undefined;
    let isGone = false;
    const show = async (): Promise<void> => {
      const file = await replica()
        .pictures.read(id)
        .catch(() => undefined);
      if (isGone) return;
      if (file) made = URL.createObjectURL(file);
      setOwn(file && made !== undefined ? { address: made, isSheet: file.type === 'application/pdf' } : null);
    };
    void show();
    return () => {
      isGone = true;
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [id, fetched]);
  return own;
}
