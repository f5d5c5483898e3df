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
      <progress aria-label={words} max={Math.max(all, 1)} value={done} />
    </span>
  );
}
