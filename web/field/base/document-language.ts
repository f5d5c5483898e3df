/** The language that documents are written in: the organisation's. For the voice that reads them aloud, and for readers of the screen. */
import { tablet } from './device.ts';

/** Of an organisation that has not said. */
const usual = 'en-GB';

export function documentLanguage(): string {
  const state = tablet.value;
  return (state.is === 'open' && state.device.locale) || usual;
}
