/** Light or dark: as the system has it until the person chooses; the choice stays on this device. */
import { keepChoice, keptChoice } from '../../ui/kept-choice.ts';

export type Theme = 'system' | 'light' | 'dark';

const key = 'sitefile-theme';

export function readTheme(): Theme {
  const kept = keptChoice(key);
  return kept === 'light' || kept === 'dark' ? kept : 'system';
}

export function chooseTheme(theme: Theme): void {
  keepChoice(key, theme === 'system' ? null : theme);
  showTheme(theme);
}

export function showTheme(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset['theme'];
  else dataset['theme'] = theme;
}
