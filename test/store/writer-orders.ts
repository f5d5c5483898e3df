/** What a test tells writer-program.ts to do. */
export interface WriterOrders {
  readonly url: string | undefined;
  readonly file: string;
  readonly orgId: string;
  readonly loops: number;
  readonly writesPerLoop: number;
}
