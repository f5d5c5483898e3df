/** Parts as paragraphs. A line feed within a text is a line break within its paragraph. */
import {
  BorderStyle,
  HorizontalPositionRelativeFrom,
  type IFloating,
  ImageRun,
  type IParagraphOptions,
  type IRunOptions,
  Paragraph,
  ShadingType,
  TextRun,
  TextWrappingSide,
  TextWrappingType,
  UnderlineType,
  VerticalPositionRelativeFrom,
} from 'docx';
import { isRightToLeft, scriptRuns, type ScriptRun } from './script-runs.ts';
import { withoutIsolates } from '../fonts/isolation.ts';
import type { Change, Chip, Part, Run, Tone } from '../model/blocks.ts';

export interface Ground {
  /** Text colour on a filled cell. */
  readonly ink?: string | undefined;
  readonly centred?: boolean;
  /** Half-points; 0 leaves it to the style. */
  readonly size: number;
  /** With little air between lines. */
  readonly dense?: boolean | undefined;
  /** Points that a picture may take. */
  readonly width?: number;
  /** Stays on the page of what follows. */
  readonly keepNext?: boolean | undefined;
}

type PicturePart = Extract<Part, { kind: 'picture' }>;

const tight = { after: 0, line: 235, lineRule: 'auto' } as const;

/** Half-points of digests and evidence, and of the names of boxes (rule EX32). */
const fineSize = 15;
const captionSize = 17;

/** Never empty, because a table cell must hold a paragraph. */
export function paragraphsOf(parts: readonly Part[], ground: Ground): readonly Paragraph[] {
  return parts.length === 0
    ? [new Paragraph({ spacing: { after: 0 }, ...(ground.keepNext ? { keepNext: true } : {}) })]
    : parts.map((part) => paragraphOf(part, ground));
}

function paragraphOf(part: Part, ground: Ground): Paragraph {
  const common: IParagraphOptions = {
    spacing: ground.dense ? tight : { after: 30 },
    ...(ground.keepNext ? { keepNext: true } : {}),
    ...(ground.centred ? { alignment: 'center' } : {}),
  };
  switch (part.kind) {
    case 'text':
      return new Paragraph({
        ...common,
        ...directionOf(part.runs),
        ...(part.tone === 'legend' ? { style: 'Caption' } : {}),
        children: runsOf(part.runs, part.tone, ground),
      });
    case 'point':
      return pointParagraph(part, common, ground);
    case 'chip':
      return new Paragraph({ ...common, ...directionOf([part]), children: chipRuns(part, ground) });
    case 'ink':
      return new Paragraph({
        ...common,
        ...directionOf([{ text: part.description }]),
        children: runsOf([{ text: part.description }], 'muted', ground),
      });
    case 'signs':
      return new Paragraph({
        ...common,
        children: runsOf(
          [{ text: part.signs.map(({ code, name }) => `${code} ${name}`).join(', ') }],
          'strong',
          ground,
        ),
      });
    case 'named_photo':
    case 'qr':
      return new Paragraph(common);
    case 'picture':
      // A line lower than the picture would cut it off.
      return new Paragraph({
        ...common,
        spacing: { after: 30, line: 240, lineRule: 'auto' },
        children: [pictureRun(part, ground.width)],
      });
    case 'signature_line':
      return new Paragraph({
        ...common,
        spacing: { before: 300, after: 30 },
        ...directionOf([{ text: part.label }]),
        border: { top: { style: BorderStyle.SINGLE, size: 6, color: '4E5B69', space: 1 } },
        children: runsOf([{ text: part.label }], 'fine', ground),
      });
  }
}

/** Word counts pixels of 96 to an inch. */
function pictureRun({ jpeg, width, height, most, alt }: PicturePart, room = most, at?: IFloating): ImageRun {
  const scale = Math.min(Math.min(most, room) / width, 155 / height) * (96 / 72);
  return new ImageRun({
    type: 'jpg',
    data: jpeg,
    transformation: { width: Math.round(width * scale), height: Math.round(height * scale) },
    altText: { name: 'Photo', description: withoutIsolates(alt) },
    ...(at ? { floating: at } : {}),
  });
}

/** English Metric Units, in which Word places what floats. */
const emu = 12_700;

/** Beside the text that follows, `right` points from the right margin; `contentWidth` in points. */
export function floatingPicture(picture: PicturePart, contentWidth: number, right: number): ImageRun {
  const room = 6 * emu;
  return pictureRun(picture, picture.most, {
    horizontalPosition: {
      relative: HorizontalPositionRelativeFrom.MARGIN,
      offset: Math.round((contentWidth - right - picture.most) * emu),
    },
    verticalPosition: { relative: VerticalPositionRelativeFrom.PARAGRAPH, offset: 0 },
    wrap: { type: TextWrappingType.SQUARE, side: TextWrappingSide.LEFT },
    margins: { left: 2 * room, bottom: room },
  });
}

/** The list format of bullets. */
export const pointsReference = 'points';

/** Bullets use Word's list format; a typed number stays text. */
function pointParagraph(part: Extract<Part, { kind: 'point' }>, common: IParagraphOptions, ground: Ground): Paragraph {
  const placed = { ...common, ...directionOf(part.runs) };
  if (part.marker === '•')
    return new Paragraph({
      ...placed,
      numbering: { reference: pointsReference, level: part.depth },
      indent: hanging(part.depth),
      children: runsOf(part.runs, 'normal', ground),
    });
  return new Paragraph({
    ...placed,
    indent: hanging(part.depth),
    children: runsOf([{ text: `${part.marker}\u00a0` }, ...part.runs], 'normal', ground),
  });
}

function hanging(depth: number): { left: number; hanging: number } {
  return { left: 200 + depth * 200, hanging: 200 };
}

export function directionOf(runs: readonly { readonly text: string }[]): { bidirectional?: true } {
  return isRightToLeft(runs.map(({ text }) => text)) ? { bidirectional: true } : {};
}

export function runsOf(runs: readonly Run[], tone: Tone, { ink, size }: Ground): TextRun[] {
  const colour = {
    normal: undefined,
    strong: undefined,
    muted: '4E5B69',
    fine: '4E5B69',
    legend: undefined,
    caption: '14324F',
    alarm: 'B00020',
  }[tone];
  // Omitted where not bold: `false` would override a heading's style.
  const bold = tone === 'strong' || tone === 'caption' || tone === 'alarm';
  const look = {
    ...(size > 0 && tone !== 'legend' ? { size: sizeOf(tone, size) } : {}),
    ...(ink || colour ? { color: (ink ?? colour ?? '').replace('#', '') } : {}),
  };
  return runs.flatMap((run) =>
    run.text.split('\n').flatMap((line, i) =>
      scriptRuns(line).map(
        (stretch, part) =>
          new TextRun({
            ...look,
            ...((run.bold ?? bold) ? { bold: true } : {}),
            ...markOf(run.change),
            ...scriptOf(stretch),
            ...(run.lang ? { language: stretch.rightToLeft ? { bidirectional: run.lang } : { value: run.lang } } : {}),
            ...(i > 0 && part === 0 ? { break: 1 } : {}),
          }),
      ),
    ),
  );
}

/** Crossed out or underlined, and on its colour: formatting, so that an editor can take it away. */
function markOf(change: Change | undefined): IRunOptions {
  if (!change) return {};
  const { ground, ink, line } = looks[change];
  return { ...line, color: ink, shading: { type: ShadingType.CLEAR, color: 'auto', fill: ground } };
}

const looks = {
  removed: { ground: 'FBE3E1', ink: '8A1C13', line: { strike: true } },
  added: { ground: 'DDF2E5', ink: '0F5A36', line: { underline: { type: UnderlineType.SINGLE } } },
} as const;

function sizeOf(tone: Tone, size: number): number {
  if (tone === 'fine') return fineSize;
  return tone === 'caption' && size <= 20 ? captionSize : size;
}

/** The text of a stretch with what Word needs for its script. */
export function scriptOf({ text, rightToLeft, font }: ScriptRun): IRunOptions {
  return { text, ...(rightToLeft ? { rightToLeft } : {}), ...(font ? { font } : {}) };
}

export function chipRuns(chip: Chip, { size }: Ground): TextRun[] {
  return scriptRuns(`\u00a0${chip.text}\u00a0`).map(
    (stretch) =>
      new TextRun({
        ...scriptOf(stretch),
        bold: true,
        size: size + 1,
        color: chip.ink.slice(1),
        ...(chip.change ? looks[chip.change].line : {}),
        shading: { type: ShadingType.CLEAR, color: 'auto', fill: chip.fill.slice(1) },
        border: { style: BorderStyle.SINGLE, size: 8, color: '1A1A1A', space: 0 },
      }),
  );
}
