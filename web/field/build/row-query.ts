/**
 * Which rows a query wants, in the bundle of the field app, where RxDB has a database's whole query language. The replica asks for equal
 * values and for keys between two others (client-sdk/storage/rx-table.ts); whatever else is asked throws.
 */
type Value = string | number | boolean;
type Row = Readonly<Record<string, unknown>>;

const operators: Readonly<Record<string, (value: Value, bound: Value) => boolean>> = {
  $eq: (value, bound) => value === bound,
  $gt: (value, bound) => typeof value === typeof bound && value > bound,
  $gte: (value, bound) => typeof value === typeof bound && value >= bound,
  $lt: (value, bound) => typeof value === typeof bound && value < bound,
  $lte: (value, bound) => typeof value === typeof bound && value <= bound,
};

/** Under the name by which RxDB asks for it. */
export function getMingoQuery(selector: Readonly<Record<string, Readonly<Record<string, Value>>>>): {
  test(row: Row): boolean;
} {
  const conditions = Object.entries(selector).flatMap(([field, wanted]) =>
    Object.entries(wanted).map(([operator, bound]) => {
      const holds = operators[operator];
      if (!holds) throw new Error(`The field app's bundle does not know the query ${field}: ${operator}.`);
      return (row: Row): boolean => holds(row[field] as Value, bound); // indexed fields hold nothing else
    }),
  );
  return { test: (row) => conditions.every((holds) => holds(row)) };
}

/** Of two values of one sorted field: less than 0 if `a` comes first. */
export function compare(a: Value, b: Value): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
