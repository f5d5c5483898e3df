/** The language that documents are written in: the organisation's. For the voice that reads them aloud, and for readers of the screen. */
import { tablet } from './device.ts';
import { useSignal } from './signal.ts';
import { language } from './words.ts';

/** Of an organisation that has not said. */
const usual = 'en-GB';

export function documentLanguage(): string {
  const state = tablet.value;
  return (state.is === 'open' && state.device.locale) || usual;
}

/** Whether the screen around a document speaks another language. */
export function useIsForeign(): boolean {
  const [ofDocument] = documentLanguage().split('-');
  return useSignal(language) !== ofDocument;
}
