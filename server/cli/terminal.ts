/** What a command of the command line is given: the terminal and the words typed. */

/** What the process gives to a command. */
export interface Terminal {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly now: () => number;
  readonly random: (bytes: number) => Uint8Array;
  /** Bytes that the process uses. */
  readonly memory?: () => { readonly rss: number; readonly heapUsed: number };
  /** Gives back what is not used any more, where the process may; takes a tenth of a second. */
  readonly letGo?: () => void;
  readonly print: (line: string) => void;
  readonly complain: (line: string) => void;
  /** Resolves when the operator asks the process to stop. */
  untilStopped(): Promise<string>;
}

export type Options = Readonly<Record<string, string | undefined>>;
