/** A Lucide icon. A word is always beside it, or an `aria-label` on what holds it. */
import { h } from 'preact';
import shapes from './icons.json' with { type: 'json' };

export type IconName = keyof typeof shapes;

type Shape = readonly [tag: string, attributes: Readonly<Record<string, string>>];
const shapesByName = shapes as unknown as Readonly<Record<IconName, readonly Shape[]>>; // as copy-icons.ts writes them

/** They point along the line of reading. */
const flips = /^(arrow|chevron)-(left|right)$/;

export function Icon({
  name,
  size = 18,
  tone,
}: {
  readonly name: IconName;
  readonly size?: number;
  readonly tone?: Tone;
}) {
  return (
    <svg
      aria-hidden="true"
      class={[tone && `tone-${tone}`, flips.test(name) && 'flips'].filter(Boolean).join(' ') || undefined}
      fill="none"
      height={size}
      stroke="currentColor"
      stroke-linecap="round"
      stroke-linejoin="round"
      stroke-width="2"
      viewBox="0 0 24 24"
      width={size}
    >
      {shapesByName[name].map(([tag, attributes], i) => h(tag, { key: i, ...attributes }))}
    </svg>
  );
}

/** What a colour says: act on it, stop, take care, safe; `plain` = nothing. */
export type Tone = 'act' | 'stop' | 'care' | 'safe' | 'plain';
