/** The Markdown subset of a section body (shared/resources/section.ts): headings, lists, bold and links. Anything else prints unchanged. */
import { withoutIsolates } from '../../fonts/isolation.ts';
import type { Block, Part, Run } from '../blocks.ts';
import { heading, point } from '../make.ts';

type Point = Extract<Part, { kind: 'point' }>;

export function markdown(source: string): readonly Block[] {
  const blocks: Block[] = [];
  let prose: string[] = [];
  let points: Point[] = [];

  // Body text is on its own, and its marks must begin the line.
  for (const line of withoutIsolates(source).split('\n')) {
    const title = /^#{1,6}\s+(.+)$/.exec(line.trimEnd())?.[1];
    const entry = /^(\s*)(?:([-*+])|(\d{1,4}[.)]))\s+(.*)$/.exec(line);
    if (title !== undefined) {
      flush();
      blocks.push(
        heading(
          2,
          runsOf(title)
            .map((run) => run.text)
            .join(''),
        ),
      );
    } else if (entry) {
      flushProse();
      const depth = Math.min(3, Math.floor((entry[1] ?? '').length / 2));
      points.push(point(runsOf(entry[4] ?? ''), entry[3] ?? '•', depth));
    } else if (line.trim() === '') {
      flush();
    } else {
      flushPoints();
      prose.push(line.trimEnd());
    }
  }
  flush();
  return blocks;

  function flush(): void {
    flushProse();
    flushPoints();
  }
  function flushProse(): void {
    if (prose.length > 0) blocks.push({ kind: 'paragraph', runs: runsOf(prose.join('\n')), tone: 'normal' });
    prose = [];
  }
  function flushPoints(): void {
    if (points.length > 0) blocks.push({ kind: 'list', points });
    points = [];
  }
}

/** `**bold**` as a run, `[words](address)` with its address in brackets, because paper has no links. */
function runsOf(source: string): readonly Run[] {
  return source
    .replace(/\[([^\][\n]{1,500})\]\(((?:https?:|mailto:)[^\s()]{1,2000})\)/g, '$1 ($2)')
    .split(/(\*\*[^*\n]+\*\*)/)
    .filter((piece) => piece !== '')
    .map((piece) => (/^\*\*[^*\n]+\*\*$/.test(piece) ? { text: piece.slice(2, -2), bold: true } : { text: piece }));
}
