/** The photos that the app does not want to be sent yet: it is asked before each is. */
import type { DeviceOptions } from './options.ts';

export interface WithheldPhotos {
  /** Null while the app cannot say. */
  ids(): Promise<readonly string[] | null>;
  /** So are all while the app cannot say. */
  has(id: string): Promise<boolean>;
}

export function withheldPhotos(ask: DeviceOptions['withheldPhotos']): WithheldPhotos {
  const ids = async (): Promise<readonly string[] | null> => {
    try {
      return ((await ask?.()) ?? []).map((id) => id.toLowerCase());
    } catch {
      return null;
    }
  };
  return { ids, has: async (id) => (await ids())?.includes(id) ?? true };
}
