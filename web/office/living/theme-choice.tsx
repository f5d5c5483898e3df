/** Chooses the theme of this device. */
import { useState } from 'preact/hooks';
import { chooseTheme, readTheme, type Theme } from '../base/theme.ts';

const words: readonly (readonly [Theme, string])[] = [
  ['system', 'As the system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
];

/** `withSun` = also the theme of the field, until the page is loaded again. */
export function ThemeChoice({ withSun = false }: { readonly withSun?: boolean }) {
  const [chosen, setChosen] = useState<Theme | 'sun'>(readTheme());
  const choose = (theme: Theme): void => {
    chooseTheme(theme);
    setChosen(theme);
  };
  const showSun = (): void => {
    document.documentElement.dataset['theme'] = 'sun';
    setChosen('sun');
  };
  return (
    <fieldset class="choices theme-choice">
      <legend class="unseen">Theme</legend>
      {words.map(([theme, word]) => (
        <button
          aria-pressed={chosen === theme}
          class="button small"
          key={theme}
          onClick={() => choose(theme)}
          type="button"
        >
          {word}
        </button>
      ))}
      {withSun && (
        <button aria-pressed={chosen === 'sun'} class="button small" onClick={showSun} type="button">
          Sun
        </button>
      )}
    </fieldset>
  );
}
