/** The languages that the tablet offers, for itself and as those of people: what the organisation has set, or all where it has set none. */
import { languageOf } from '../../../shared/model/language.ts';
import { tablet } from '../base/device.ts';
import { useSignal } from '../base/signal.ts';
import { languages } from '../base/words.ts';

type Offered = readonly (readonly [code: string, language: (typeof languages)[string]])[];

/** `chosen` stays, whatever is set. */
export function useOffered(chosen: string): Offered {
  const state = useSignal(tablet);
  return offeredOf(state.is === 'open' ? state.device.settings.languages_offered : [], chosen);
}

/** @param tags as set: of languages that the tablet does not speak, too */
export function offeredOf(tags: readonly string[], chosen: string): Offered {
  const set = new Set(tags.map(languageOf));
  const all = Object.entries(languages);
  const offered = all.filter(([code]) => set.has(code));
  return offered.length === 0 ? all : all.filter(([code]) => set.has(code) || code === languageOf(chosen));
}
