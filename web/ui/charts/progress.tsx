/** How far work is that takes a while: in words, and as a bar. Not read aloud at each step. */

export function Progress({
  done,
  all,
  words,
}: {
  readonly done: number;
  readonly all: number;
  readonly words: string;
}) {
  return (
    <span class="progress">
      <span aria-hidden="true">{words}</span>
      <svg aria-label={words} aria-valuemax={all} aria-valuemin={0} aria-valuenow={done} role="progressbar">
        <rect class="chart-ground" height="100%" rx="3" width="100%" />
        <rect class="chart-act" height="100%" rx="3" width={`${(done / Math.max(all, 1)) * 100}%`} />
      </svg>
    </span>
  );
}
