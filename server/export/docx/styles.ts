/** Styles of the Word file. Calibri, because every Word has it and LibreOffice has a metric-compatible face. */
import {
  type IBaseParagraphStyleOptions,
  type INumberingOptions,
  type ISectionPropertiesOptions,
  type IStylesOptions,
  LevelFormat,
  PageOrientation,
} from 'docx';
import type { Paper } from '../input.ts';
import { pointsReference } from './runs.ts';

/** Twentieths of a point. */
const sizes: Readonly<Record<Paper, { readonly width: number; readonly height: number }>> = {
  a4: { width: 11906, height: 16838 },
  letter: { width: 12240, height: 15840 },
};
const margin = 800;
export const margins = { top: 1080, bottom: 880, header: 500, footer: 440 } as const;

interface Sheet {
  readonly paper: Paper;
  readonly isLandscape: boolean;
}

/** The same on every paper that is upright. */
export function contentWidthOf({ paper, isLandscape }: Sheet): number {
  return (isLandscape ? sizes[paper].height : sizes.a4.width) - 2 * margin;
}

export function pageProperties(sheet: Sheet): ISectionPropertiesOptions {
  const size = sizes[sheet.paper];
  const side = ((sheet.isLandscape ? size.height : size.width) - contentWidthOf(sheet)) / 2;
  return {
    page: {
      size: { ...size, orientation: sheet.isLandscape ? PageOrientation.LANDSCAPE : PageOrientation.PORTRAIT },
      margin: { ...margins, left: side, right: side },
    },
  };
}

const accent = '14324F';
const text = '1A222C';

/** Space around headings in twentieths of a point, sizes in half-points; a form that is to fit its page has less of both. */
const looks = {
  long: { title: 44, sizes: [30, 24], above: [300, 220], below: [100, 70], after: 80, line: 264 },
  form: { title: 30, sizes: [22, 20], above: [90, 80], below: [40, 30], after: 40, line: 245 },
} as const;

/** Bullets of four depths. */
export const numbering: INumberingOptions = {
  config: [
    {
      reference: pointsReference,
      levels: [0, 1, 2, 3].map((level) => ({ level, format: LevelFormat.BULLET, text: '•' })),
    },
  ],
};

/** Word's name of the style of a line of the contents. */
export const contentsStyle = 'TOC1';
/** Half-points. */
export const contentsSize = 18;
/** 240ths of a line, from roomy to close. */
export const contentsLines = [300, 255, 215] as const;

/** `line` without its rule is read differently by LibreOffice and Word; `contentsLine` is one of `contentsLines`. */
export function stylesFor({
  isForm,
  contentsLine,
}: {
  readonly isForm: boolean;
  readonly contentsLine: number;
}): IStylesOptions {
  const look = looks[isForm ? 'form' : 'long'];
  const headingLook = (i: 0 | 1): IBaseParagraphStyleOptions => ({
    run: { size: look.sizes[i], bold: true, color: accent },
    paragraph: { spacing: { before: look.above[i], after: look.below[i] }, keepNext: true },
  });
  return {
    default: {
      document: {
        run: { font: 'Calibri', size: isForm ? 19 : 20, color: text, language: { value: 'en-GB' } },
        paragraph: { spacing: { after: look.after, line: look.line, lineRule: 'auto' } },
      },
      title: {
        run: { size: look.title, bold: true, color: accent },
        paragraph: { spacing: { before: isForm ? 20 : 120, after: isForm ? 20 : 120 } },
      },
      heading1: headingLook(0),
      heading2: headingLook(1),
    },
    paragraphStyles: [
      {
        id: 'Caption',
        name: 'caption',
        basedOn: 'Normal',
        next: 'Normal',
        quickFormat: true,
        run: { size: 18, color: '4E5B69' },
        paragraph: { spacing: { after: 60 } },
      },
      {
        id: contentsStyle,
        name: 'toc 1',
        basedOn: 'Normal',
        next: 'Normal',
        run: { size: contentsSize },
        paragraph: { spacing: { after: 0, line: contentsLine, lineRule: 'auto' } },
      },
    ],
  };
}
