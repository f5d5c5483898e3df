/** Styles of the Word file. Calibri, because every Word has it and LibreOffice has a metric-compatible face. */
import type { ISectionPropertiesOptions, IStylesOptions } from 'docx';

/** Twentieths of a point. */
const pageWidth = 11906;
const pageHeight = 16838;
const margin = 1020;
export const contentWidth = pageWidth - 2 * margin;

export const pageProperties: ISectionPropertiesOptions = {
  page: {
    size: { width: pageWidth, height: pageHeight },
    margin: { top: 1300, bottom: 1200, left: margin, right: margin, header: 560, footer: 500 },
  },
};

const accent = '14324F';

/** Sizes are half-points. `line` without its rule is read differently by LibreOffice and Word. */
export const styles: IStylesOptions = {
  default: {
    document: {
      run: { font: 'Calibri', size: 20, color: '1A222C', language: { value: 'en-GB' } },
      paragraph: { spacing: { after: 80, line: 264, lineRule: 'auto' } },
    },
    title: { run: { size: 44, bold: true, color: accent }, paragraph: { spacing: { before: 120, after: 120 } } },
    heading1: {
      run: { size: 30, bold: true, color: accent },
      paragraph: { spacing: { before: 360, after: 120 }, keepNext: true },
    },
    heading2: {
      run: { size: 24, bold: true, color: accent },
      paragraph: { spacing: { before: 280, after: 80 }, keepNext: true },
    },
    heading3: {
      run: { size: 21, bold: true, color: '1A222C' },
      paragraph: { spacing: { before: 200, after: 60 }, keepNext: true },
    },
  },
};
