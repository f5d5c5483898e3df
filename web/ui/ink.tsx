/** A signature as it was drawn: strokes of points, fitted into a line. */

/** Points of [x, y, milliseconds]. */
type Stroke = readonly (readonly number[])[];

const width = 120;
const height = 28;

export function Ink({
  strokes,
  label,
}: {
  readonly strokes: readonly Stroke[];
  /** Whose it is, for those who do not see it. */
  readonly label: string;
}) {
  const points = strokes.flat();
  const [xs, ys] = [points.map(([x = 0]) => x), points.map(([, y = 0]) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const scale = Math.min(width / Math.max(1, Math.max(...xs) - left), height / Math.max(1, Math.max(...ys) - top));
  const fit = ([x = 0, y = 0]: readonly number[]): string =>
    `${((x - left) * scale).toFixed(1)} ${((y - top) * scale).toFixed(1)}`;
  const path = strokes.map(([first = [], ...rest]) => `M${fit(first)}${rest.map((p) => `L${fit(p)}`).join('')}`);
  return (
    <svg
      aria-label={label}
      class="ink"
      height={height + 4}
      role="img"
      viewBox={`-2 -2 ${width + 4} ${height + 4}`}
      width={width + 4}
    >
      <path
        d={path.join('')}
        fill="none"
        stroke="currentColor"
        stroke-linecap="round"
        stroke-linejoin="round"
        stroke-width="1.6"
      />
    </svg>
  );
}
