/** Every text of a model, and nothing that is not text: kinds, tones, colours and strokes. */

const structure: ReadonlySet<string> = new Set([
  'kind',
  'tone',
  'fill',
  'ink',
  'align',
  'strokes',
  'code',
  'lang',
  'of',
  'change',
  'counted',
]);

export function visitTexts(value: unknown, visit: (words: string) => void): void {
  if (typeof value === 'string') return visit(value);
  if (typeof value !== 'object' || isBare(value)) return;
  for (const [name, member] of Object.entries(value)) if (!structure.has(name)) visitTexts(member, visit);
}

/** `isExact`: the text is printed to the letter. */
type Change = (words: string, isExact: boolean) => string;

export function eachText<Value>(value: Value, change: Change): Value;
export function eachText(value: unknown, change: Change): unknown {
  return changed(value, change, false);
}

function changed(value: unknown, change: Change, isExact: boolean): unknown {
  if (typeof value === 'string') return change(value, isExact);
  if (Array.isArray(value)) return value.map((entry) => changed(entry, change, isExact));
  if (typeof value !== 'object' || isBare(value)) return value;
  const exact = isExact || ('exact' in value && value.exact === true);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      structure.has(name) ? member : changed(member, change, exact),
    ]),
  );
}

function isBare(value: object | null): value is null | Date | ArrayBufferView {
  return value === null || value instanceof Date || ArrayBuffer.isView(value);
}
