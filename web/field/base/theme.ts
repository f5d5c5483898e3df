/** Light, dark or sun: as the system has it until somebody chooses; sun is black on white with thick edges, for bright daylight. */
import { keepChoice, keptChoice } from '../../ui/kept-choice.ts';
import { signal } from './signal.ts';

export const themes = ['system', 'light', 'dark', 'sun'] as const;
export type Theme = (typeof themes)[number];

const key = 'sitefile-theme';

export const theme = signal<Theme>(themeKept());

export function themeKept(): Theme {
  const kept = keptChoice(key);
  return themes.find((each) => each === kept) ?? 'system';
}

export function chooseTheme(chosen: Theme): void {
  keepChoice(key, chosen);
  showTheme(chosen);
  theme.set(chosen);
}

export function showTheme(chosen: Theme): void {
  const { dataset } = document.documentElement;
  if (chosen === 'system') delete dataset['theme'];
  else dataset['theme'] = chosen;
}
