/** What became of an entry, in a word on colour. */
import type { Tone } from '../../../ui/icon.tsx';
import { Tag } from '../../../ui/tag.tsx';
import type { ChangedEntry } from './changes.ts';

const tones: Readonly<Record<ChangedEntry['kind'], Tone>> = {
  added: 'act',
  changed: 'act',
  removed: 'care',
  safer: 'safe',
  'less safe': 'stop',
};

export function KindTag({ kind }: Pick<ChangedEntry, 'kind'>) {
  return <Tag tone={tones[kind]}>{kind.charAt(0).toUpperCase() + kind.slice(1)}</Tag>;
}
