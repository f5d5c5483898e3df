/** A photo from the tablet's own storage, as an address that a picture can have. */
import { useEffect, useState } from 'preact/hooks';
import { replica } from '../base/device.ts';
import { useSignal } from '../base/signal.ts';
import { picturesFetched } from './keep-pictures.ts';

/** Address of the file; null if the tablet does not have it, undefined while it is read. */
export function usePicture(id: string): string | null | undefined {
  const fetched = useSignal(picturesFetched);
  const [address, setAddress] = useState<string | null>();
  useEffect(() => {
    let made: string | undefined;
    let isGone = false;
    const show = async (): Promise<void> => {
      const file = await replica()
        .pictures.read(id)
        .catch(() => undefined);
      if (!isGone) setAddress(file ? (made = URL.createObjectURL(file)) : null);
    };
    void show();
    return () => {
      isGone = true;
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [id, fetched]);
  return address;
}
