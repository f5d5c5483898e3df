/** The header and footer of every page of the Word file. */
import { BorderStyle, Footer, Header, PageNumber, Paragraph, TabStopType, TextRun } from 'docx';
import { TextWatermark } from 'docx/watermarks';
import type { DocumentModel } from '../model/blocks.ts';
import { scriptOf } from './runs.ts';
import { scriptRuns } from './script-runs.ts';
import { contentWidthOf } from './styles.ts';

const look = { size: 16, color: '4E5B69' } as const;
const rule = { style: BorderStyle.SINGLE, size: 4, color: 'C3CCD6', space: 4 };

export function headerAndFooter(model: DocumentModel): { headers: { default: Header }; footers: { default: Footer } } {
  const standing = [
    ...model.header.map((words) => cutTo(words, 120)),
    ...(model.watermark ? [model.watermark] : []),
    'EDITABLE COPY',
  ].join('  ·  ');
  const header = new Paragraph({
    tabStops: [{ type: TabStopType.RIGHT, position: contentWidthOf(model) }],
    border: { bottom: rule },
    children: [
      ...scriptRuns(standing).map((stretch) => new TextRun({ ...look, bold: true, ...scriptOf(stretch) })),
      new TextRun({ ...look, children: ['\tPage ', PageNumber.CURRENT, ' of ', PageNumber.TOTAL_PAGES] }),
      ...(model.watermark ? [watermark(model.watermark)] : []),
    ],
  });
  const footer = new Paragraph({
    border: { top: rule },
    children: scriptRuns(cutTo(model.footer, 300)).map((stretch) => new TextRun({ ...look, ...scriptOf(stretch) })),
  });
  return {
    headers: { default: new Header({ children: [header] }) },
    footers: { default: new Footer({ children: [footer] }) },
  };
}

/** A short word fills no more of a page than in the PDF. */
function watermark(text: string): TextWatermark {
  return new TextWatermark({ text, color: 'E4E7EB', opacity: 1, width: Math.min(widest, text.length * letter) });
}

/** Points. */
const widest = 527;
const letter = 60;

/** At most so many UTF-16 units, without half a character at the end. */
function cutTo(words: string, most: number): string {
  return words.slice(0, most).replace(/[\ud800-\udbff]$/, '');
}
