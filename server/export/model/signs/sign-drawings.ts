/**
 * Signs as vectors on a square of 100, from our own drawings: GHS pictograms and safety signs of ISO 7010, whose shape and colour
 * tell what kind of sign they are.
 */
import ghsSigns from '../../../../shared/reference/ghs-signs.json' with { type: 'json' };
import isoSigns from '../../../../shared/reference/iso-signs.json' with { type: 'json' };

interface Stroke {
  readonly d: string;
  /** Width of a line; without it the shape is filled. */
  readonly stroke?: number;
  /** In the colour of the shape, so that it cuts out what is below. */
  readonly ground?: boolean;
}

/** One path: filled, a line, or both. */
export interface Layer {
  readonly d: string;
  readonly fill?: string;
  readonly line?: string;
  readonly width?: number;
}

interface Shape {
  readonly ground: string;
  readonly ink: string;
  readonly below: readonly Layer[];
  readonly above?: readonly Layer[];
}

const white = '#FFFFFF';
const black = '#000000';
/** The safety colours of ISO 3864. */
const blue = '#00539B';
const yellow = '#F9C80E';
const green = '#00843D';
const red = '#C8102E';

const disc = 'M50 1a49 49 0 1 0 .01 0Z';
const square = 'M2 2H98V98H2Z';

/** By the first letter of the code: mandatory, prohibition, warning, escape and first aid, fire equipment. */
const shapes = {
  M: { ground: blue, ink: white, below: [{ d: disc, fill: blue }] },
  P: {
    ground: white,
    ink: black,
    below: [{ d: disc, fill: white }],
    above: [
      { d: 'M50 6a44 44 0 1 0 .01 0Z', line: red, width: 10 },
      { d: 'M19.200 19.200L80.800 80.800', line: red, width: 9 },
    ],
  },
  W: { ground: yellow, ink: black, below: [{ d: 'M50 8L96 88H4Z', fill: yellow, line: black, width: 6 }] },
  E: { ground: green, ink: white, below: [{ d: square, fill: green }] },
  F: { ground: red, ink: white, below: [{ d: square, fill: red }] },
} as const satisfies Readonly<Record<string, Shape>>;

const diamond: Shape = {
  ground: white,
  ink: black,
  below: [{ d: 'M50 4L96 50L50 96L4 50Z', fill: white, line: '#D0021B', width: 5 }],
};

const drawings: ReadonlyMap<string, readonly Stroke[]> = new Map([
  ...Object.entries<readonly Stroke[]>(ghsSigns),
  ...Object.entries<{ readonly strokes: readonly Stroke[] }>(isoSigns).map(
    ([code, { strokes }]) => [code, strokes] as const,
  ),
]);

/** From the lowest to the highest; nothing for an unknown code. */
export function layersOf(code: string): readonly Layer[] {
  const strokes = drawings.get(code);
  if (!strokes) return [];
  const { ground, ink, below, above = [] }: Shape = isGhs(code) ? diamond : (shapeOf(code) ?? diamond);
  const drawn = strokes.map(({ d, stroke, ground: isGround }): Layer => {
    const colour = isGround ? ground : ink;
    return stroke === undefined ? { d, fill: colour } : { d, line: colour, width: stroke };
  });
  return [...below, ...drawn, ...above];
}

function shapeOf(code: string): Shape | undefined {
  return new Map<string, Shape>(Object.entries(shapes)).get(code.charAt(0));
}

function isGhs(code: string): boolean {
  return code.startsWith('GHS');
}

/** What a screen reader says of a row of signs. */
export function saidOfSigns(signs: readonly { readonly code: string; readonly name: string }[]): string {
  const kind = signs.every(({ code }) => isGhs(code)) ? 'Hazard pictograms' : 'Safety signs';
  return `${kind}: ${signs.map(({ code, name }) => `${code} ${name}`).join(', ')}`;
}
