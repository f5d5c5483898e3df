/** Parts as pieces between which a page may break: a line of text, a chip, a signature. */
import { withoutIsolates } from '../fonts/isolation.ts';
import type { Change, Chip, Ink, Part, Run, Tone } from '../model/blocks.ts';
import { saidOfSigns } from '../model/signs/sign-drawings.ts';
import { colours } from './geometry.ts';
import type { Line, Measure } from './text/measure.ts';
import { drawLine } from './pen.ts';
import type { Piece, PieceGroup } from './piece.ts';
import { qrPiece } from './marks/qr.ts';
import { signsPiece } from './signs.ts';
import { isTight, sizes } from './type-sizes.ts';

export interface TextStyle {
  readonly size: number;
  /** Text colour on a filled cell; overrides the tone. */
  readonly ink?: string | undefined;
}

export function piecesOf(part: Part, width: number, style: TextStyle, measure: Measure): readonly Piece[] {
  const group = groupOf(part);
  const pieces = laidPieces(part, width, style, measure);
  return pieces.map((piece, i) => ({ ...piece, group, keepsNext: keepsNext(part, i, pieces.length) }));
}

/** A short paragraph, such as a fact with its name, is whole; no line of a longer one is alone, nor a name above its list. */
function keepsNext(part: Part, i: number, count: number): boolean {
  if (i === count - 1) return isName(part);
  return count <= keptLines || i === 0 || i === count - 2;
}

const keptLines = 4;

/** Of a group of facts, or of a list. */
function isName(part: Part): boolean {
  return part.kind === 'text' && (part.tone === 'caption' || part.tone === 'strong');
}

function groupOf(part: Part): PieceGroup {
  switch (part.kind) {
    case 'ink':
      return { tag: 'Figure', alt: withoutIsolates(part.description) };
    case 'signs':
      return {
        tag: 'Figure',
        alt: saidOfSigns(part.signs),
      };
    case 'picture':
    case 'qr':
      return { tag: 'Figure', alt: withoutIsolates(part.alt) };
    case 'point':
      return { tag: 'LI', ...languageOf(part.runs) };
    case 'text':
      return { tag: 'P', ...languageOf(part.runs) };
    case 'chip':
    case 'named_photo':
    case 'signature_line':
      return { tag: 'P' };
  }
}

/** The language that all runs share, where they name one. */
export function languageOf(runs: readonly Run[]): { readonly lang?: string } {
  const [lang, ...others] = new Set(runs.map((run) => run.lang));
  return lang && others.length === 0 ? { lang } : {};
}

function laidPieces(part: Part, width: number, style: TextStyle, measure: Measure): readonly Piece[] {
  switch (part.kind) {
    case 'text':
      return textPieces(part.runs, part.tone, width, style, measure);
    case 'point':
      return pointPieces(part, width, style, measure);
    case 'chip':
      return [chipPiece(part, style, measure)];
    case 'ink':
      return [inkPiece(part, width, style)];
    case 'signs':
      return part.signs.length > 0 ? [signsPiece(part, width, measure)] : [];
    case 'named_photo':
      return [];
    case 'picture':
      return [picturePiece(part, width)];
    case 'qr':
      return [qrPiece(part, width)];
    case 'signature_line':
      return [signatureLine(part.label, width, style, measure)];
  }
}

function toneOf(tone: Tone, { size, ink }: TextStyle): { size: number; colour: string; bold: boolean } {
  const colour = {
    normal: colours.text,
    strong: colours.text,
    muted: colours.muted,
    fine: colours.muted,
    caption: colours.accent,
    legend: colours.muted,
    alarm: colours.alarm,
  }[tone];
  return {
    size: sizeOf(tone, size),
    colour: ink ?? colour,
    bold: tone === 'strong' || tone === 'caption' || tone === 'alarm',
  };
}

function sizeOf(tone: Tone, size: number): number {
  if (tone === 'fine') return sizes.fine;
  return tone === 'caption' && size <= sizes.prose ? sizes.caption : size;
}

/** `indent` shifts every line right; the last line holds the gap to the next part. */
export function textPieces(
  runs: readonly Run[],
  tone: Tone,
  width: number,
  style: TextStyle,
  measure: Measure,
  indent = 0,
): readonly Piece[] {
  const { size, colour, bold } = toneOf(tone, style);
  const lines = measure.lines(runs, size, width - indent, bold);
  const height = measure.lineHeight(size);
  return lines.map((line, i) => {
    // A name stays where its column begins; text of several lines begins at the right.
    const shift = line.rightToLeft && lines.length > 1 ? width - line.width : indent;
    return {
      width: indent + line.width,
      height: i === lines.length - 1 ? height + (isTight(size) ? 0.6 : 2) : height,
      draw: (doc, x, y) => drawLine(doc, line, { x: x + shift, y, height, size, colour }),
    };
  });
}

function pointPieces(
  part: Extract<Part, { kind: 'point' }>,
  width: number,
  style: TextStyle,
  measure: Measure,
): readonly Piece[] {
  const start = part.depth * 12;
  const marker = measure.line(part.marker, style.size, 60);
  const indent = start + Math.max(9, marker.width + 4);
  const [first, ...rest] = textPieces(part.runs, 'normal', width, style, measure, indent);
  if (!first) return [];
  const height = measure.lineHeight(style.size);
  const colour = style.ink ?? colours.accent;
  const marked: Piece = {
    ...first,
    draw: (doc, x, y) => {
      drawLine(doc, marker, { x: x + start, y, height, size: style.size, colour });
      first.draw(doc, x, y);
    },
  };
  return [marked, ...rest];
}

/** A dark border, because yellow on white has a contrast of only 1.4:1. */
function chipPiece(chip: Chip, style: TextStyle, measure: Measure): Piece {
  const size = style.size + 0.3;
  const line = withChange(measure.line(chip.text, size, 160, true), chip.change);
  const height = size + 8;
  const width = Math.max(38, line.width + 14);
  return {
    width,
    height: height + 4,
    draw: (doc, x, y) => {
      doc
        .lineWidth(1)
        .roundedRect(x + 0.5, y + 0.5, width - 1, height, 3)
        .fillAndStroke(chip.fill, '#1A1A1A');
      drawLine(doc, line, {
        x: x + (width - line.width) / 2,
        y: y + 0.5,
        height,
        size,
        colour: chip.ink,
        isOnFill: true,
      });
    },
  };
}

function withChange(line: Line, change: Change | undefined): Line {
  return change ? { ...line, segments: line.segments.map((segment) => ({ ...segment, change })) } : line;
}

/** With two lines of caption a row of them is moved to the next page rather than broken. */
const mostPictureHeight = 155;

/** As large as it may be and the cell allows. */
function picturePiece({ jpeg, width, height, most }: Extract<Part, { kind: 'picture' }>, room: number): Piece {
  const scale = Math.min(most / width, mostPictureHeight / height, room / width);
  return {
    width: width * scale,
    height: height * scale + 4,
    draw: (doc, x, y) => {
      doc.image(Buffer.from(jpeg), x, y + 1, { width: width * scale });
    },
  };
}

/** The strokes, scaled and clipped to the cell. */
function inkPiece(ink: Ink, width: number, { size }: TextStyle): Piece {
  const inkHeight = isTight(size) ? 26 : 30;
  const scale = Math.min(width / ink.width, inkHeight / ink.height);
  return {
    width: ink.width * scale,
    height: inkHeight + 3,
    draw: (doc, x, y) => {
      doc.save();
      doc.rect(x, y, ink.width * scale, inkHeight).clip();
      doc.lineWidth(0.9).lineCap('round').lineJoin('round');
      for (const [start, ...rest] of ink.strokes) {
        if (!start) continue;
        doc.moveTo(x + start[0] * scale, y + start[1] * scale);
        for (const [px, py] of rest.length > 0 ? rest : [start]) doc.lineTo(x + px * scale, y + py * scale);
      }
      doc.stroke('#10243E');
      doc.restore();
    },
  };
}

function signatureLine(label: string, width: number, { size }: TextStyle, measure: Measure): Piece {
  const line = measure.line(label, sizes.fine, width);
  const above = isTight(size) ? 15 : 22;
  return {
    width,
    height: above + 14,
    draw: (doc, x, y) => {
      doc
        .lineWidth(0.7)
        .moveTo(x, y + above)
        .lineTo(x + Math.min(width, 260), y + above)
        .stroke(colours.muted);
      drawLine(doc, line, { x, y: y + above + 1, height: 10, size: sizes.fine, colour: colours.muted });
    },
  };
}
