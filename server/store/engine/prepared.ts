/**
 * Prepared statements. A query is built and compiled to SQL once for each engine and each shape of its arguments; later calls only fill in
 * values. Kysely on its own compiles a query on every call, which takes longer than SQLite needs to execute it.
 *
 * While a query is built, its arguments are placeholders, not values. The builder may branch on whether an argument is `undefined`, on
 * booleans, and on the length of a list, because these are part of the shape. It must not branch on strings or numbers.
 */
import { CompiledQuery } from 'kysely';
import { chunks } from './chunks.ts';
import { engineOf, type Db } from './db.ts';

interface Compilable<Row> {
  compile(db: Db): CompiledQuery<Row>;
}
type Build<Args extends readonly unknown[], Row> = (db: Db, ...args: Args) => Compilable<Row>;

/** All rows of a query, or the rows that a change returns. */
export function preparedRows<Args extends readonly unknown[], Row>(
  build: Build<Args, Row>,
): (db: Db, ...args: Args) => Promise<Row[]> {
  const compile = compiler(build);
  return async (db, ...args) => {
    const { sql, fill, values } = compile(db, args);
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
  const compile = compiler(build);
  return async (db, ...args) => {
    const { sql, fill, values } = compile(db, args);
    return Number((await db.executeQuery(CompiledQuery.raw(sql, fill(values)))).numAffectedRows ?? 0);
  };
}

/**
 * A change with many rows, all with the same members as the first. PostgreSQL takes a thousand rows in one statement. SQLite runs the
 * single-row statement once for each row (node-sqlite.ts), which halves the time. Resolves to the rows that the change returns.
 */
export function preparedForEach<Row, Rest extends readonly unknown[], Returned>(
  build: Build<[rows: readonly Row[], ...rest: Rest], Returned>,
): (db: Db, rows: readonly Row[], ...rest: Rest) => Promise<Returned[]> {
  const many = preparedRows(build);
  const compile = compiler(build);
  return async (db, rows, ...rest) => {
    const [first] = rows;
    if (first === undefined) return [];
    if (engineOf(db) === 'postgres') {
      const returned: Returned[] = [];
      for (const some of chunks(rows)) returned.push(...(await many(db, some, ...rest)));
      return returned;
    }
    const { sql, fill, values } = compile(db, [[first], ...rest]);
    const parameters = fill(values);
    for (const row of rows.slice(1)) {
      const next: unknown[] = [];
      addValues(row, first, next);
      for (let i = next.length; i < values.length; i++) next.push(values[i]); // values of the arguments after the rows
      for (const value of fill(next)) parameters.push(value);
    }
    return (await db.executeQuery<Returned>(CompiledQuery.raw(sql, parameters))).rows;
  };
}

/** Takes the place of a value while a query is built. */
class Placeholder {
  readonly index: number;

  constructor(index: number) {
    this.index = index;
  }
}

interface Compiled {
  readonly sql: string;
  /** Returns the parameters in SQL order: replaces placeholders, keeps values that the builder added itself. */
  readonly fill: (values: readonly unknown[]) => unknown[];
}

/** Compiled SQL can be several kilobytes long, so a query with more shapes than this drops its cache. */
const maxShapes = 100;

function compiler<Args extends readonly unknown[], Row>(
  build: Build<Args, Row>,
): (db: Db, args: Args) => Compiled & { readonly values: readonly unknown[] } {
  const compiledByShape = new Map<string, Compiled>();

  function compileShape(db: Db, args: Args): Compiled {
    let count = 0;
    const placeholders = args.map((arg) => replaceValues(arg, () => new Placeholder(count++)));
    const { sql, parameters } = build(db, ...(placeholders as unknown as Args)).compile(db); // same structure as the arguments
    const fill = (values: readonly unknown[]): unknown[] =>
      parameters.map((each) => (each instanceof Placeholder ? values[each.index] : each));
    return { sql, fill };
  }

  return (db, args) => {
    const values: unknown[] = [];
    let shape: string = engineOf(db);
    for (const arg of args) shape += shapeOf(arg, values);
    let compiled = compiledByShape.get(shape);
    if (!compiled) {
      compiled = compileShape(db, args);
      if (compiledByShape.size >= maxShapes) compiledByShape.clear();
      compiledByShape.set(shape, compiled);
    }
    return { ...compiled, values };
  };
}

/** Plain objects and arrays. Anything else counts as a value, even a Date; statements.ts rejects what cannot be stored. */
function isStructure(arg: unknown): arg is object {
  if (typeof arg !== 'object' || arg === null) return false;
  const prototype: unknown = Object.getPrototypeOf(arg);
  return prototype === Object.prototype || prototype === null || Array.isArray(arg);
}

/** The cache key of an argument. Appends its values to `values`, in the same order as `replaceValues`. */
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

/** Appends the values of a list element, which must have the same members as the first, and values in them. */
function addValues(element: unknown, first: unknown, values: unknown[]): void {
  if (!isStructure(first)) return void values.push(element);
  const row = element as Readonly<Record<string, unknown>>; // of the same type as the first
  const columns = Object.entries(first);
  if (Object.keys(row).length !== columns.length) throw new Error('a row must have the members of the first row');
  for (const [name, sample] of columns) {
    if (sample === undefined || typeof sample === 'boolean') throw new Error(`rows must hold a value in ${name}`);
    values.push(row[name]);
  }
}

function replaceValues(arg: unknown, nextPlaceholder: () => Placeholder): unknown {
  if (arg === undefined || typeof arg === 'boolean') return arg;
  if (!isStructure(arg)) return nextPlaceholder();
  if (Array.isArray(arg)) return arg.map(() => replaceValues(arg[0], nextPlaceholder));
  return Object.fromEntries(
    Object.entries(arg).map(([name, member]) => [name, replaceValues(member, nextPlaceholder)]),
  );
}
