/**
 * The contents in two columns, one beside the other in a table, because LibreOffice sets no field in the columns of a section. Each column
 * is a field over its own part of the document, so that Word can make it anew.
 */
import {
  Bookmark,
  InternalHyperlink,
  LeaderType,
  PageReference,
  Paragraph,
  Tab,
  Table as WordTable,
  TableCell,
  TableLayoutType,
  TableRow,
  TabStopType,
  TextRun,
  WidthType,
} from 'docx';
import { directionOf, runsOf } from './runs.ts';
import { contentsStyle } from './styles.ts';
import { noBorders } from './table.ts';

/** Twentieths of a point between the columns. */
const gutter = 400;

/** Lines of columns that stay on one page. */
const mostOnPage = 50;

/** Of the first column, which is as long as the second or a line longer. */
export function linesOfContents(titles: number): number {
  return Math.ceil(titles / 2);
}

/** `contentWidth` in twentieths of a point. */
export function contentsTable(titles: readonly string[], contentWidth: number): WordTable {
  const half = linesOfContents(titles.length);
  const width = Math.floor(contentWidth / 2);
  const columns = [titles.slice(0, half), titles.slice(half)];
  const cells = columns.map((column, i) => {
    const [left, right] = i === 0 ? [0, gutter / 2] : [gutter / 2, 0];
    const lines = column.map((title, line) => lineOf(title, i * half + line, width - gutter / 2));
    return new TableCell({
      width: { size: width, type: WidthType.DXA },
      margins: { top: 0, bottom: 0, left, right },
      borders: noBorders,
      children: [...lines, cellEnd()],
    });
  });
  return new WordTable({
    width: { size: width * 2, type: WidthType.DXA },
    columnWidths: [width, width],
    layout: TableLayoutType.FIXED,
    rows: [new TableRow({ cantSplit: half <= mostOnPage, children: cells })],
  });
}

/** LibreOffice ends no field where its cell ends. As low as a paragraph can be. */
function cellEnd(): Paragraph {
  return new Paragraph({ spacing: { after: 0, line: 20, lineRule: 'exact' } });
}

function lineOf(title: string, i: number, width: number): Paragraph {
  const anchor = bookmarkOf(i);
  return new Paragraph({
    style: contentsStyle,
    tabStops: [{ type: TabStopType.RIGHT, position: width, leader: LeaderType.DOT }],
    ...directionOf([{ text: title }]),
    children: [
      new InternalHyperlink({
        anchor,
        children: [
          ...runsOf([{ text: title.replaceAll('\n', ' ') }], 'normal', { size: 0 }),
          new TextRun({ children: [new Tab()] }),
          new PageReference(anchor, { hyperlink: true }),
        ],
      }),
    ],
  });
}

/** Where the contents find a heading; `i` counts those that they list. */
export function bookmarked(children: readonly TextRun[], i: number): Bookmark {
  return new Bookmark({ id: bookmarkOf(i), children });
}

/** Numbered from 1, by Word's name for such a bookmark. */
function bookmarkOf(i: number): string {
  return `_Toc${i + 1}`;
}
