/** A signature: vector ink in a PDF, and a description of the recorded mark. */
import { isJsonObject, type Json, type JsonObject } from '../../../../shared/base/json.ts';
import type { ExportFormat } from '../../input.ts';
import type { Ink, Part } from '../blocks.ts';
import { text } from '../make.ts';
import { isList, listOf, numberOf, objectOf, plain } from '../read.ts';
import { labelOf } from '../words.ts';

export function signatureParts(signoff: JsonObject, format: ExportFormat): readonly Part[] {
  const signature = signoff['signature'];
  if (!isJsonObject(signature)) return [text('No signature', 'muted')];
  return mark(signature, signoff, format);
}

function mark(signature: JsonObject, signoff: JsonObject, format: ExportFormat): readonly Part[] {
  const kind = plain(signature['kind']);
  const words = plain(signature['text']);
  if (kind === 'typed_name') return [text(words || 'Name typed', 'strong'), text('typed by the signer', 'muted')];
  if (kind === 'tick_with_witness')
    return [text('✓ Ticked before a witness', 'strong'), ...(words ? [text(words)] : [])];
  if (kind !== 'ink_vector')
    return [text(`${labelOf(kind)}: held with the record`, 'muted'), ...(words ? [text(words)] : [])];
  if (format === 'docx') return [text('Signed in ink', 'muted')];
  return [ink(signature, plain(objectOf(signoff['worker'])['name']))];
}

function ink(signature: JsonObject, name: string): Ink {
  return {
    kind: 'ink',
    width: sizeOf(signature['width'], 600),
    height: sizeOf(signature['height'], 200),
    strokes: listOf(signature['strokes']).map(strokeOf),
    description: `Signature of ${name || 'the signer'}`,
  };
}

function strokeOf(stroke: Json): readonly (readonly [number, number])[] {
  return listOf(stroke).flatMap((at) => {
    const [x, y] = isList(at) ? [numberOf(at[0]), numberOf(at[1])] : [null, null];
    return x === null || y === null ? [] : [[x, y] as const];
  });
}

function sizeOf(value: Json | undefined, otherwise: number): number {
  const size = numberOf(value) ?? 0;
  return size > 0 ? size : otherwise;
}

export function witnessParts(signoff: JsonObject): readonly Part[] {
  const record = objectOf(signoff['witness']);
  const who = [plain(record['name']), plain(record['role'])].filter(Boolean).join(', ');
  const why = plain(record['reason']);
  return who ? [text(`Witness: ${who}${why ? `. ${why}` : ''}`)] : [];
}
