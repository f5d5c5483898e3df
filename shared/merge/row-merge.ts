/**
 * Three-way merge of what a section holds in rows (entries, items or rows): two people's changes of different rows both apply. A row is
 * one piece. What both did to one row differently is disputed, as is anything that they changed beside the rows.
 */
import { canonical, saysTheSame, withoutNulls } from '../crypto/canonical.ts';
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../base/json.ts';
import { originsOf, type TokenRows } from './same-rows.ts';
import { hunksBetween } from './token-diff.ts';

type Rows = readonly Json[];
type Who = 'theirs' | 'mine';

export interface MergedRows {
  readonly value: JsonObject;
  /** False: both did something else to one row, and what the preferred side did is in the value. */
  readonly isClean: boolean;
}

/** Null if they differ in more than one list, so that rows cannot be told apart. `was` null = nobody had begun any. */
export function mergeRows(was: Json, theirs: Json, mine: Json, preferred: Who): MergedRows | null {
  if (!isJsonObject(was ?? {}) || !isJsonObject(theirs) || !isJsonObject(mine)) return null;
  const names = new Set([theirs, mine].flatMap((each) => Object.keys(each)));
  const [member, ...others] = [...names].filter((name) => !saysTheSame(theirs[name], mine[name]));
  if (member === undefined || others.length > 0) return null;
  const [before, left, right] = [(isJsonObject(was) && was[member]) || [], theirs[member], mine[member]];
  if (!isJsonList(before) || !isJsonList(left) || !isJsonList(right)) return null;
  const { rows, isClean } = mergedRows(withNames(before, left, right), { theirs: left, mine: right }, preferred);
  return { value: { ...theirs, [member]: rows }, isClean };
}

/** With a row, in which nobody has written, for each name under which both have begun a value: it is one row, not two. */
function withNames(was: Rows, theirs: Rows, mine: Rows): Rows {
  const namesIn = (rows: Rows): ReadonlySet<Json> =>
    new Set(rows.flatMap((row) => (isJsonObject(row) && row['key'] ? [row['key']] : [])));
  const both = new Set(namesIn(theirs).intersection(namesIn(mine)));
  return [...was, ...[...both.difference(namesIn(was))].map((key) => ({ key }))];
}

function mergedRows(was: Rows, sides: Readonly<Record<Who, Rows>>, preferred: Who): { rows: Rows; isClean: boolean } {
  const numbered = [sides.theirs, sides.mine].filter(isNumbered).length;
  const areSteps = isNumbered(was) && numbered >= (was.length > 0 ? 1 : 2);
  const base = tokenRows(was, areSteps);
  const theirs = new Side(base, tokenRows(sides.theirs, areSteps));
  const mine = new Side(base, tokenRows(sides.mine, areSteps));
  const fates = was.map((_, i) => fateOf(theirs.of(i), mine.of(i), preferred));
  const putAt = (side: Side, place: Who, at: number): readonly Placed[] =>
    side.putAt(at).filter(({ from }) => from === null || fates[from]?.place === place);
  const rows: Json[] = [];
  for (let at = 0; at <= was.length; at++) {
    const put = together(putAt(theirs, 'theirs', at), putAt(mine, 'mine', at));
    for (const { row, from } of put) rows.push((from === null ? undefined : fates[from]?.row) ?? row);
    const fate = fates[at];
    if (fate?.row !== undefined && fate.place === null) rows.push(fate.row);
  }
  return { rows: areSteps ? rows.map(withNumber) : rows, isClean: fates.every(({ isDisputed }) => !isDisputed) };
}

/** A row where one side has put it. */
interface Placed {
  readonly row: Json;
  readonly token: string;
  /** Its index in the base; null = a new one. */
  readonly from: number | null;
}

/** What one side did to a row of the base. */
interface RowChange {
  /** Undefined = it removed the row. */
  readonly row: Json | undefined;
  readonly token: string | undefined;
  readonly isEdited: boolean;
  /** Before which row of the base it put the row; undefined = the row stays where it was. */
  readonly movedTo: number | undefined;
}

const removed: RowChange = { row: undefined, token: undefined, isEdited: true, movedTo: undefined };

/** The rows of one side, found again in the base. */
class Side {
  readonly #changes = new Map<number, RowChange>();
  readonly #put = new Map<number, readonly Placed[]>();

  constructor(base: TokenRows, side: TokenRows) {
    const origins = originsOf(base, side);
    const placed = side.rows.map((row, i): Placed => ({ row, token: side.tokens[i] ?? '', from: origins[i] ?? null }));
    const names = placed.map(({ from }, i) => (from === null ? `new ${i}` : String(from)));
    const movedTo = new Map<number, number>();
    const byName = new Map(placed.map((each, i) => [names[i], each] as const));
    const order = base.rows.map((_, i) => String(i));
    for (const { start, tokens } of hunksBetween(order, names)) {
      const put = tokens.flatMap((name) => byName.get(name) ?? []);
      this.#put.set(start, put);
      for (const { from } of put) if (from !== null) movedTo.set(from, start);
    }
    for (const { row, token, from } of placed)
      if (from !== null)
        this.#changes.set(from, { row, token, isEdited: token !== base.tokens[from], movedTo: movedTo.get(from) });
  }

  of(row: number): RowChange {
    return this.#changes.get(row) ?? removed;
  }

  /** The rows that are new or moved before this one of the base. */
  putAt(row: number): readonly Placed[] {
    return this.#put.get(row) ?? [];
  }
}

/** What becomes of a row of the base. */
interface Fate {
  /** Undefined = it is gone. */
  readonly row: Json | undefined;
  /** Whose place it has; null = its own. */
  readonly place: Who | null;
  readonly isDisputed: boolean;
}

function fateOf(theirs: RowChange, mine: RowChange, preferred: Who): Fate {
  const isTouched = ({ isEdited, movedTo }: RowChange): boolean => isEdited || movedTo !== undefined;
  const [winner, other] = preferred === 'theirs' ? [theirs, mine] : [mine, theirs];
  if (theirs.row === undefined || mine.row === undefined) {
    const isDisputed = winner.row !== other.row && isTouched(theirs) && isTouched(mine);
    if (!isDisputed || winner.row === undefined) return { row: undefined, place: null, isDisputed };
    return { row: winner.row, place: winner.movedTo === undefined ? null : preferred, isDisputed };
  }
  const areBothEdited = theirs.isEdited && mine.isEdited && theirs.token !== mine.token;
  const areBothMoved = theirs.movedTo !== undefined && mine.movedTo !== undefined;
  const isPlaceDisputed = areBothMoved && theirs.movedTo !== mine.movedTo;
  const edited = areBothEdited ? winner : mine.isEdited && !theirs.isEdited ? mine : theirs;
  const mover: Who | null = theirs.movedTo !== undefined ? 'theirs' : mine.movedTo !== undefined ? 'mine' : null;
  return {
    row: edited.row,
    place: areBothMoved ? (isPlaceDisputed ? preferred : 'theirs') : mover,
    isDisputed: areBothEdited || isPlaceDisputed,
  };
}

/** What both have put at one place, theirs first; once where both begin or end with the same. */
function together(theirs: readonly Placed[], mine: readonly Placed[]): readonly Placed[] {
  const isSame = (one: Placed | undefined, other: Placed | undefined): boolean =>
    one !== undefined && other !== undefined && one.from === other.from && one.token === other.token;
  const shorter = Math.min(theirs.length, mine.length);
  let [head, tail] = [0, 0];
  while (head < shorter && isSame(theirs[head], mine[head])) head++;
  while (tail < shorter - head && isSame(theirs.at(-1 - tail), mine.at(-1 - tail))) tail++;
  const end = theirs.length - tail;
  return [...theirs.slice(0, end), ...mine.slice(head, mine.length - tail), ...theirs.slice(end)];
}

function tokenRows(rows: Rows, areSteps: boolean): TokenRows {
  const plain = (row: Json): Json => (areSteps && isJsonObject(row) ? { ...row, no: null } : row);
  return { rows, tokens: rows.map((row) => canonical(saidIn(plain(row)))) };
}

/** Without what nobody has written: steps without a hold point say so or do not, and empty cells are null, empty or absent. */
function saidIn(row: Json): Json {
  if (isJsonList(row)) {
    const cells = row.map((cell) => (cell === '' ? null : withoutNulls(cell)));
    return cells.slice(0, cells.findLastIndex((cell) => cell !== null) + 1);
  }
  if (!isJsonObject(row)) return row;
  const said = Object.entries(row).filter(([name, each]) => each !== '' && !(name === 'hold_point' && each === false));
  return withoutNulls(Object.fromEntries(said));
}

function isNumbered(rows: Rows): boolean {
  return rows.every((row, i) => isJsonObject(row) && row['no'] === i + 1);
}

function withNumber(row: Json, at: number): Json {
  return isJsonObject(row) ? { ...row, no: at + 1 } : row;
}
