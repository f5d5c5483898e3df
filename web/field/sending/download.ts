/** The file of what the server does not have, as the browser saves it. */
import { localDay } from '../base/talk.ts';

/** Of a passphrase, as the SDK asks for. */
export const fewestCharacters = 8;

/** Browsers do not say whether the file was kept. */
export function download(text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = `sitefile-${localDay(Date.now())}.json`;
  link.click();
  URL.revokeObjectURL(link.href);
}
