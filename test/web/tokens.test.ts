/** The colours of the design system: text can be read on what is behind it in every theme, and neighbouring risks from each other. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { contrast, distance, seenWith, type Deficiency } from './support/colour.ts';

type Colours = Readonly<Record<string, string>>;

const sheet = readFileSync(new URL('../../web/ui/tokens.css', import.meta.url), 'utf8');
const declared = (selector: string): [name: string, value: string][] =>
  [...(sheet.split(`\n${selector} {`)[1]?.split('}')[0] ?? '').matchAll(/--([\w-]+): ([^;]+);/g)].map(
    ([, name = '', value = '']) => [name, value],
  );
const shownIn = (side: 'light' | 'dark'): Colours =>
  Object.fromEntries(
    declared(':root').map(([name, value]) => {
      const [, light, dark] = /^light-dark\((#\w+), (#\w+)\)$/.exec(value) ?? [];
      return [name, (side === 'light' ? light : dark) ?? value];
    }),
  );
const themes = {
  light: shownIn('light'),
  dark: shownIn('dark'),
  sun: { ...shownIn('light'), ...Object.fromEntries(declared(":root[data-theme='sun']")) },
};

const meanings = ['act', 'stop', 'care', 'safe'];
const bands = ['low', 'medium', 'high', 'very-high'];
const plain = ['canvas', 'surface', 'sunken'];
const inks = ['ink', 'ink2', 'ink3'];

/** Text, and what is behind it. */
const texts = [
  ...plain.flatMap((behind) => [...inks, ...meanings.map((name) => `${name}-text`)].map((text) => [text, behind])),
  ...meanings.flatMap((name) => [...inks, `${name}-text`].map((text) => [text, `${name}-soft`])),
];
const onFill = (name: string): string[] => [`on-${name}`, name];
const edges = plain.map((behind) => ['line2', behind]);

/** Pairs whose contrast is below the floor. */
function tooFaint(colours: Colours, pairs: readonly (readonly string[])[], floor: number): string[] {
  return pairs.flatMap(([front = '', behind = '']) => {
    const measured = contrast(colours[front] ?? '', colours[behind] ?? '');
    return measured < floor ? [`${front} on ${behind}: ${measured.toFixed(2)}`] : [];
  });
}

test.each([
  ['light', { text: 5.4, button: 7.4, band: 7.1 }],
  ['dark', { text: 6.4, button: 6.4, band: 6.4 }],
  ['sun', { text: 10, button: 10, band: 7.1 }],
] as const)(
  '[WB230] text, buttons, bands and edges of the theme %s have the contrast that was agreed',
  (name, floor) => {
    const colours = themes[name];
    expect(tooFaint(colours, texts, floor.text)).toEqual([]);
    expect(tooFaint(colours, meanings.map(onFill), floor.button)).toEqual([]);
    expect(tooFaint(colours, bands.map(onFill), floor.band)).toEqual([]);
    expect(tooFaint(colours, edges, 3)).toEqual([]);
    expect(contrast('#fff', colours['header'] ?? '')).toBeGreaterThan(10);
  },
);

test.each(['protanopia', 'deuteranopia', 'tritanopia'] as const satisfies readonly Deficiency[])(
  '[WB231] neighbouring bands of risk stay apart for eyes with %s',
  (deficiency) => {
    for (const colours of [themes.light, themes.dark]) {
      const seen = bands.map((name) => seenWith(deficiency, colours[name] ?? ''));
      const apart = seen.slice(1).map((band, i) => distance(band, seen[i] ?? band));
      expect(Math.min(...apart)).toBeGreaterThanOrEqual(26);
    }
  },
);
