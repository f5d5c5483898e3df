/** The photos that the app does not want to be sent yet: it is asked before each is. */
import type { DeviceOptions } from './options.ts';

export interface WithheldPhotos {
  /** Those that the app does not withhold; all while it cannot say. */
  without<Photo extends { readonly id: string }>(photos: readonly Photo[]): Promise<readonly Photo[]>;
  /** So are all while the app cannot say. */
  has(id: string): Promise<boolean>;
}

export function withheldPhotos(ask: DeviceOptions['withheldPhotos']): WithheldPhotos {
  /** Null while the app cannot say. */
  const ids = async (): Promise<readonly string[] | null> => {
    try {
      return ((await ask?.()) ?? []).map((id) => id.toLowerCase());
    } catch {
      return null;
    }
  };
  return {
    without: async (photos) => {
      const withheld = await ids();
      return photos.filter(({ id }) => !withheld?.includes(id));
    },
    has: async (id) => (await ids())?.includes(id) ?? true,
  };
}
