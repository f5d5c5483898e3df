/** How far colours stand apart: contrast by WCAG 2, and ΔE of 1976 as eyes with a colour deficiency see them (Machado, 2009). */

export type Deficiency = 'protanopia' | 'deuteranopia' | 'tritanopia';
type Three = readonly [number, number, number];
type Matrix = readonly [Three, Three, Three];

const deficiencies: Readonly<Record<Deficiency, Matrix>> = {
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/** From linear sRGB to XYZ. */
const toXyz: Matrix = [
  [0.4124564, 0.3575761, 0.1804375],
  [0.2126729, 0.7151522, 0.072175],
  [0.0193339, 0.119192, 0.9503041],
];
const white: Three = [0.95047, 1, 1.08883];

/** 1 to 21, of two colours such as `#fff`. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [one, other].map((colour) => times(toXyz, linear(colour))[1]).toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** L*a*b* of the colour for such eyes. */
export function seenWith(deficiency: Deficiency, colour: string): Three {
  const [x, y, z] = times(toXyz, times(deficiencies[deficiency], linear(colour)).map(within) as unknown as Three) // three in, three out
    .map((value, i) => cubeRoot(value / (white[i] ?? 1)));
  return [116 * (y ?? 0) - 16, 500 * ((x ?? 0) - (y ?? 0)), 200 * ((y ?? 0) - (z ?? 0))];
}

export function distance(one: Three, other: Three): number {
  return Math.hypot(...one.map((value, i) => value - (other[i] ?? 0)));
}

function linear(colour: string): Three {
  const digits = colour.length === 4 ? colour.replace(/[\da-f]/gi, '$&$&') : colour;
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(digits.slice(at, at + 2), 16) / 255);
  return [decoded(red), decoded(green), decoded(blue)];
}

function decoded(channel = Number.NaN): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}

function times(matrix: Matrix, [a, b, c]: Three): Three {
  const [x, y, z] = matrix.map(([one, two, three]) => one * a + two * b + three * c);
  return [x ?? 0, y ?? 0, z ?? 0];
}

function within(channel: number): number {
  return Math.min(1, Math.max(0, channel));
}

function cubeRoot(value: number): number {
  return value > 216 / 24_389 ? Math.cbrt(value) : ((24_389 / 27) * value + 16) / 116;
}
