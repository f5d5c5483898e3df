/** What a command is given: the process behind a small interface, and the options typed. */
import type { Elapsed } from '../base/clock.ts';

export interface Terminal {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly now: () => number;
  readonly elapsed?: Elapsed;
  readonly random: (bytes: number) => Uint8Array;
  /** Bytes in use. */
  readonly memory?: () => { readonly rss: number; readonly heapUsed: number };
  /** One full garbage collection, where the process allows it; takes 0.1 s. */
  readonly collectGarbage?: () => void;
  readonly print: (line: string) => void;
  readonly complain: (line: string) => void;
  /** A person sees what `complain` says, and no file or log keeps it. */
  readonly hasReader?: boolean;
  /** For errors that nothing caught. Once `tell` has answered `stopping`, the process ends within 20 s. */
  onUncaught?(tell: (error: unknown, isRejection: boolean) => 'going on' | 'stopping'): void;
  /** Resolves when the operator asks the process to stop. */
  untilStopped(): Promise<string>;
}

export type Options = Readonly<Record<string, string | undefined>>;

/** For commands that go through a running server. */
export function serverAndToken({ environment }: Terminal, options: Options): { url: string; token: string } {
  const token = options['token'] ?? environment['SITEFILE_ADMIN_TOKEN'];
  if (!token) throw new Error('a token is required: --token, or SITEFILE_ADMIN_TOKEN in the environment');
  return { url: (options['url'] ?? 'http://127.0.0.1:8080').replace(/\/+$/, ''), token };
}

/** What a command that checks something found. Exit code 1 if it is not good. */
export class Verdict {
  readonly isGood: boolean;
  /** For `--json`. */
  readonly report: object;
  /** For people. */
  readonly lines: readonly string[];

  constructor(isGood: boolean, report: object, lines: readonly string[]) {
    this.isGood = isGood;
    this.report = report;
    this.lines = lines;
  }
}
