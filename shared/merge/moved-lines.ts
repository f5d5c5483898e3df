/** Lines that one side only moved: the edits that the other made in them follow to their new place. */
import { applyHunks } from './diff3.ts';
import type { Hunk } from './token-diff.ts';

type Lines = readonly string[];

interface Sides {
  readonly movers: readonly Hunk[];
  readonly editors: readonly Hunk[];
}

/** The edit scripts of both sides, with the edits of moved lines where the lines went. A removal of all that was moved stays behind. */
export function followMoves(base: Lines, movers: readonly Hunk[], editors: readonly Hunk[]): Sides {
  let sides: Sides = { movers, editors };
  for (const from of movers) {
    const to = from.tokens.length === 0 ? movers.find((hunk) => isMove(base, from, hunk)) : undefined;
    const touching = editors.filter(({ start, end }) => start < from.end && from.start < end);
    if (!to || touching.length === 0 || touching.some(({ start, end }) => start < from.start || end > from.end))
      continue;
    const edited = core(applyHunks(base, from, touching));
    if (edited.length === 0) continue;
    const at = to.tokens.findIndex((line) => line.trim() !== '');
    const moved = core(to.tokens).length;
    const tokens = [...to.tokens.slice(0, at), ...edited, ...to.tokens.slice(at + moved)];
    sides = {
      movers: sides.movers.map((hunk) => (hunk === to ? { ...to, tokens } : hunk)),
      editors: sides.editors.filter((hunk) => !touching.includes(hunk)),
    };
  }
  return sides;
}

/** A removal and an insertion of the same lines, apart from empty ones around them. */
function isMove(base: Lines, from: Hunk, to: Hunk): boolean {
  if (to.start !== to.end) return false;
  const [left, right] = [core(base.slice(from.start, from.end)), core(to.tokens)];
  return left.length > 0 && left.length === right.length && left.every((line, i) => line === right[i]);
}

/** Without the empty lines at both ends. */
function core(lines: Lines): Lines {
  const isFilled = (line: string): boolean => line.trim() !== '';
  return lines.slice(Math.max(0, lines.findIndex(isFilled)), lines.findLastIndex(isFilled) + 1);
}
