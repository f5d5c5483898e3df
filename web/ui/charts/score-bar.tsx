/** The score of the compliance check: the number, its band in a word, and a bar with a mark at which it is strong. */
import { strongFrom } from '../../../shared/compliance/bands.ts';
import type { Tone } from '../icon.tsx';
import { asWords } from '../status.ts';

const tones: Readonly<Record<string, Tone>> = { strong: 'safe', adequate: 'care', weak: 'stop', poor: 'stop' };

/** `score` = 0 to 100; `band` as the check names it. */
export function ScoreBar({
  score,
  band,
  words,
}: {
  readonly score: number;
  readonly band: string;
  readonly words: string;
}) {
  const tone = tones[band] ?? 'plain';
  return (
    <div class="score">
      <b class={`number big tone-${tone}`}>{score}</b>
      <span>
        <b>{asWords(band)}</b>
        <span class="second">{words}</span>
      </span>
      <svg aria-label={`${score} of 100, strong from ${strongFrom}`} role="img">
        <rect class="chart-ground" height="6" rx="3" width="100%" y="2" />
        <rect class={`chart-${tone}`} height="6" rx="3" width={`${score}%`} y="2" />
        <rect class="chart-mark" height="10" width="2" x={`${strongFrom}%`} />
      </svg>
    </div>
  );
}
