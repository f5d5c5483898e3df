/**
 * Prepared statements. A query is built and printed once for each engine and each shape of its arguments; every further call only fills in
 * values. Kysely by itself builds and prints a query at each call, which takes longer than SQLite needs to answer it.
 *
 * While a query is built its arguments are placeholders, not values. The builder may branch on whether an argument is `undefined`, on a
 * boolean, and on the length of a list, since these are part of the shape; it must not look at texts and numbers.
 */
import { CompiledQuery } from 'kysely';
import { chunks } from './chunks.ts';
import { engineOf, type Db } from './db.ts';

interface Compilable<Row> {
  compile(db: Db): CompiledQuery<Row>;
}
type Build<Args extends readonly unknown[], Row> = (db: Db, ...args: Args) => Compilable<Row>;

/** All rows of a query, or those that a change returns. */
export function preparedRows<Args extends readonly unknown[], Row>(
  build: Build<Args, Row>,
): (db: Db, ...args: Args) => Promise<Row[]> {
  const print = printer(build);
  return async (db, ...args) => {
    const { sql, fill, values } = print(db, args);
    return (await db.executeQuery<Row>(CompiledQuery.raw(sql, fill(values)))).rows;
  };
}

/** The first row of a query. */
export function preparedFirst<Args extends readonly unknown[], Row>(
  build: Build<Args, Row>,
): (db: Db, ...args: Args) => Promise<Row | undefined> {
  const rows = preparedRows(build);
  return async (db, ...args) => (await rows(db, ...args))[0];
}

/** A change that returns nothing; resolves to the number of rows that it inserted, updated or deleted. */
export function preparedChange<Args extends readonly unknown[]>(
  build: Build<Args, unknown>,
): (db: Db, ...args: Args) => Promise<number> {
  const print = printer(build);
  return async (db, ...args) => {
    const { sql, fill, values } = print(db, args);
    return Number((await db.executeQuery(CompiledQuery.raw(sql, fill(values)))).numAffectedRows ?? 0);
  };
}

/**
 * A change with many rows, which all have the members of the first one. PostgreSQL takes a thousand rows in one statement. SQLite runs the
 * statement of one row again for each of them (node-sqlite.ts), which halves the time. Resolves to what the change returns.
 */
export function preparedForEach<Row, Rest extends readonly unknown[], Returned>(
  build: Build<[rows: readonly Row[], ...rest: Rest], Returned>,
): (db: Db, rows: readonly Row[], ...rest: Rest) => Promise<Returned[]> {
  const many = preparedRows(build);
  const print = printer(build);
  return async (db, rows, ...rest) => {
    const [first] = rows;
    if (first === undefined) return [];
    if (engineOf(db) === 'postgres') {
      const returned: Returned[] = [];
      for (const some of chunks(rows)) returned.push(...(await many(db, some, ...rest)));
      return returned;
    }
    const { sql, fill, values } = print(db, [[first], ...rest]);
    const parameters = fill(values);
    for (const row of rows.slice(1)) {
      const next: unknown[] = [];
      addValues(row, first, next);
      for (let i = next.length; i < values.length; i++) next.push(values[i]); // of the arguments behind the rows
      for (const value of fill(next)) parameters.push(value);
    }
    return (await db.executeQuery<Returned>(CompiledQuery.raw(sql, parameters))).rows;
  };
}

/** Stands for a value while a query is built. */
class Placeholder {
  readonly index: number;

  constructor(index: number) {
    this.index = index;
  }
}

interface Printed {
  readonly sql: string;
  /** The parameters in the order of the text: placeholders become values, and values that the builder put in stay. */
  readonly fill: (values: readonly unknown[]) => unknown[];
}

/** A text can be as long as a page of a book: a query with more shapes than this starts over. */
const maxShapes = 100;

function printer<Args extends readonly unknown[], Row>(
  build: Build<Args, Row>,
): (db: Db, args: Args) => Printed & { readonly values: readonly unknown[] } {
  const printedByShape = new Map<string, Printed>();

  function print(db: Db, args: Args): Printed {
    let count = 0;
    const placeholders = args.map((arg) => replaceValues(arg, () => new Placeholder(count++)));
    const { sql, parameters } = build(db, ...(placeholders as unknown as Args)).compile(db); // of the same form, by the rule above
    const fill = (values: readonly unknown[]): unknown[] =>
      parameters.map((each) => (each instanceof Placeholder ? values[each.index] : each));
    return { sql, fill };
  }

  return (db, args) => {
    const values: unknown[] = [];
    let shape: string = engineOf(db);
    for (const arg of args) shape += shapeOf(arg, values);
    let printed = printedByShape.get(shape);
    if (!printed) {
      printed = print(db, args);
      if (printedByShape.size >= maxShapes) printedByShape.clear();
      printedByShape.set(shape, printed);
    }
    return { ...printed, values };
  };
}

/** Anything else is a value, a Date too: statements.ts refuses what cannot be stored. */
function isStructure(arg: unknown): arg is object {
  if (typeof arg !== 'object' || arg === null) return false;
  const prototype: unknown = Object.getPrototypeOf(arg);
  return prototype === Object.prototype || prototype === null || Array.isArray(arg);
}

/** What decides how a query is built and printed; adds the values, in the order of `replaceValues`. */
function shapeOf(arg: unknown, values: unknown[]): string {
  if (arg === undefined) return '-';
  if (typeof arg === 'boolean') return arg ? 't' : 'f';
  if (!isStructure(arg)) {
    values.push(arg);
    return '?';
  }
  if (Array.isArray(arg)) {
    const [first] = arg;
    const shape = arg.length === 0 ? '' : shapeOf(first, values);
    for (let i = 1; i < arg.length; i++) addValues(arg[i], first, values);
    return `[${arg.length}${shape}]`;
  }
  let shape = '{';
  for (const [name, member] of Object.entries(arg)) shape += `${name}${shapeOf(member, values)}`;
  return `${shape}}`;
}

/** Of a further element of a list, which has the form of the first. */
function addValues(element: unknown, first: unknown, values: unknown[]): void {
  if (!isStructure(first)) values.push(element);
  else for (const name of Object.keys(first)) values.push((element as Readonly<Record<string, unknown>>)[name]);
}

function replaceValues(arg: unknown, place: () => Placeholder): unknown {
  if (arg === undefined || typeof arg === 'boolean') return arg;
  if (!isStructure(arg)) return place();
  if (Array.isArray(arg)) return arg.map(() => replaceValues(arg[0], place));
  return Object.fromEntries(Object.entries(arg).map(([name, member]) => [name, replaceValues(member, place)]));
}
