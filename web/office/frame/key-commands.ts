/**
 * Which keys are commands. Those of a single character can be switched off in this browser (WCAG 2.1.4): who speaks to the computer, or whose
 * hand rests on the keys, sets off none by accident. Arrows, Enter, Space and Esc stay.
 */
import { keepChoice, keptChoice } from '../../ui/kept-choice.ts';

const kept = 'sitefile-character-keys';

export function hasCharacterKeys(): boolean {
  return keptChoice(kept) !== 'off';
}

export function chooseCharacterKeys(isOn: boolean): void {
  keepChoice(kept, isOn ? null : 'off');
}

/** Whether the page may act on the key; with Ctrl, Meta or Alt it is the browser's. On some keyboards `[` is written with AltGr. */
export function isCommand(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey } = event;
  if ((ctrlKey || metaKey || altKey) && !event.getModifierState('AltGraph')) return false;
  return key === ' ' || key.length > 1 || hasCharacterKeys();
}
