/**
 * An immutable map keyed by UUIDs. A change copies only the buckets that it touches, so that it costs the same among 20,000 entries as
 * among 20, and two versions are compared bucket by bucket.
 */
const bucketCount = 256;

export class BucketMap<Value> {
  readonly #buckets: readonly ReadonlyMap<string, Value>[];
  readonly size: number;

  private constructor(buckets: readonly ReadonlyMap<string, Value>[], size: number) {
    this.#buckets = buckets;
    this.size = size;
  }

  static empty<Value>(): BucketMap<Value> {
    return new BucketMap<Value>(
      Array.from({ length: bucketCount }, () => new Map<string, Value>()),
      0,
    );
  }

  get(key: string): Value | undefined {
    return this.#buckets[bucketOf(key)]?.get(key);
  }

  /** In no particular order. */
  *values(): Iterable<Value> {
    if (this.size === 0) return;
    for (const bucket of this.#buckets) yield* bucket.values();
  }

  /** Undefined removes the key. */
  with(changes: ReadonlyMap<string, Value | undefined>): BucketMap<Value> {
    const buckets = [...this.#buckets];
    const copies = new Map<number, Map<string, Value>>();
    let size = this.size;
    for (const [key, value] of changes) {
      const i = bucketOf(key);
      const copy = copies.get(i) ?? new Map(buckets[i]);
      copies.set(i, copy);
      buckets[i] = copy;
      size -= copy.size;
      if (value === undefined) copy.delete(key);
      else copy.set(key, value);
      size += copy.size;
    }
    return new BucketMap(buckets, size);
  }

  /** The keys whose values differ from those of another version. */
  keysThatDiffer(other: BucketMap<Value>): string[] {
    if (this === other) return [];
    return this.#buckets.flatMap((bucket, i) => {
      const before = other.#buckets[i];
      if (before === undefined || bucket === before) return [];
      const changed = [...bucket].filter(([key, value]) => before.get(key) !== value).map(([key]) => key);
      return [...changed, ...[...before.keys()].filter((key) => !bucket.has(key))];
    });
  }
}

/** The last two digits of a UUID are random. */
function bucketOf(key: string): number {
  return Number.parseInt(key.slice(-2), 16) || 0;
}
