/**
 * Three-way merge of what a section holds in rows (entries, items or rows): two people's changes of different rows both apply. A row is
 * one piece; changes of the same row, or of anything beside the rows, are disputed as a whole.
 */
import { canonical, saysTheSame, withoutNulls } from '../crypto/canonical.ts';
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../base/json.ts';
import { mergeHunks, overlaps } from './diff3.ts';
import { hunksBetween } from './token-diff.ts';

type Rows = readonly Json[];
type Tokens = readonly string[];

export interface MergedRows {
  readonly value: JsonObject;
  /** False: both changed the same row differently, and mine is in the value. */
  readonly isClean: boolean;
}

/** Null if they differ in more than one list, so that rows cannot be told apart. */
export function mergeRows(was: Json, theirs: Json, mine: Json): MergedRows | null {
  if (!isJsonObject(was) || !isJsonObject(theirs) || !isJsonObject(mine)) return null;
  const names = new Set([was, theirs, mine].flatMap((each) => Object.keys(each)));
  const isSame = (name: string): boolean => saysTheSame(was[name], theirs[name]) && saysTheSame(was[name], mine[name]);
  const [member, ...others] = [...names].filter((name) => !isSame(name));
  if (member === undefined || others.length > 0) return null;
  const [before, left, right] = [was[member], theirs[member], mine[member]];
  if (!isJsonList(before) || !isJsonList(left) || !isJsonList(right)) return null;
  const { rows, isClean } = mergedRows(before, left, right);
  return { value: { ...theirs, [member]: rows }, isClean };
}

function mergedRows(was: Rows, theirs: Rows, mine: Rows): { readonly rows: Rows; readonly isClean: boolean } {
  const isNumbered = [was, theirs, mine].every((rows) => rows.every((row, i) => numberOf(row) === i + 1));
  const known = new Map<string, Json>();
  const tokensOf = (rows: Rows): Tokens =>
    rows.map((row) => {
      const plain = isNumbered && isJsonObject(row) ? { ...row, no: null } : row;
      const token = canonical(withoutNulls(plain));
      known.set(token, row);
      return token;
    });
  const [right, base, left] = [tokensOf(mine), tokensOf(was), tokensOf(theirs)];
  let isClean = true;
  const tokens = mergeHunks(base, hunksBetween(base, left), hunksBetween(base, right), {
    meets: overlaps,
    resolve: (replaced, theirRows, myRows) => {
      // Both added at one place: theirs first.
      if (replaced.length === 0) return [...theirRows, ...myRows.filter((row) => !theirRows.includes(row))];
      const merged = oneByOne(replaced, theirRows, myRows);
      isClean &&= merged !== null;
      return merged ?? myRows;
    },
  });
  const rows = tokens.map((token) => known.get(token) ?? null);
  return { rows: isNumbered ? rows.map((row, i) => (isJsonObject(row) ? { ...row, no: i + 1 } : row)) : rows, isClean };
}

/** Where neither side has added or removed a row. Null if both changed the same one. */
function oneByOne(base: Tokens, theirs: Tokens, mine: Tokens): Tokens | null {
  if (theirs.length !== base.length || mine.length !== base.length) return null;
  const isDisputed = base.some((row, i) => theirs[i] !== row && mine[i] !== row && theirs[i] !== mine[i]);
  return isDisputed ? null : base.map((row, i) => (theirs[i] === row ? mine[i] : theirs[i]) ?? row);
}

function numberOf(row: Json): unknown {
  return isJsonObject(row) ? row['no'] : undefined;
}
