/** A hazard pictogram of the CLP regulation, from our own vectors: a black sign in a red diamond. Its words are always beside it. */
import drawings from '../../shared/reference/ghs-signs.json' with { type: 'json' };

interface Stroke {
  readonly d: string;
  /** Width of a line; without it the shape is filled. */
  readonly stroke?: number;
  readonly white?: boolean;
}

const strokesByCode = new Map<string, readonly Stroke[]>(Object.entries(drawings));

export function GhsSign({ code, size }: { readonly code: string; readonly size: number }) {
  return (
    <svg aria-hidden="true" class="ghs" height={size} viewBox="0 0 100 100" width={size}>
      <path d="M50 4L96 50L50 96L4 50Z" fill="#fff" stroke="#d0021b" stroke-width="5" />
      {strokesByCode.get(code)?.map(({ d, stroke, white }) => {
        const colour = white ? '#fff' : '#000';
        const look = stroke === undefined ? { fill: colour } : { fill: 'none', stroke: colour, 'stroke-width': stroke };
        return <path d={d} key={d} stroke-linecap="round" {...look} />;
      })}
    </svg>
  );
}
