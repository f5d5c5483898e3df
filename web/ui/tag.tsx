/** A word on a colour: the state of something in a row. */
import type { ComponentChildren } from 'preact';
import type { Tone } from './icon.tsx';

export function Tag({ tone = 'plain', children }: { readonly tone?: Tone; readonly children: ComponentChildren }) {
  return <span class={`tag soft-${tone}`}>{children}</span>;
}
