/**
 * The network as one tablet has it, by seed and in virtual order: requests that never arrive, arrive twice, late or cut short, answers
 * that are lost, cut or held back, a proxy that says it is busy, a log-in page, a line that is half open, and no network at all.
 * No time passes and nothing waits for a clock: what is held back goes on when the test says so.
 */
import type { Chance } from './clock.ts';

/** One request as it leaves a tablet, and what the server answered. */
export interface Sent {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** As it goes over the wire, compressed or not. */
  readonly body: Uint8Array<ArrayBuffer>;
}
export interface Got {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** What may happen to one request, and how often in a hundred. `cut` faults end after some bytes, which the seed chooses. */
const faults = {
  none: 74,
  requestLost: 2,
  requestCut: 2,
  requestTwice: 5,
  requestLate: 3,
  requestHeld: 3,
  answerLost: 3,
  answerCut: 2,
  answerHeld: 4,
  busy: 1,
  logInPage: 1,
} as const;
export type Fault = keyof typeof faults;

export interface WeatherOptions {
  readonly chance: Chance;
  /** Brings a request to the server, whatever its address is by now. */
  readonly deliver: (sent: Sent) => Promise<Got>;
  /** Hears of every fault. */
  readonly note?: (line: string) => void;
}

export interface Weather {
  readonly fetch: typeof fetch;
  /** While false every request fails at once. */
  isUp: boolean;
  /** Requests and answers that stand still somewhere on the way. */
  readonly held: number;
  /** Resolves when `work` has ended, or stands still because something is held. */
  follow(work: Promise<unknown>): Promise<void>;
  /** Lets the oldest one go on; `lose` = it never comes through, as on a line that is half open. */
  release(lose?: boolean): void;
  /** Copies of requests that were given up long ago reach the server now. */
  deliverLate(): Promise<void>;
  /** The next request has this fault; `at` = after so many characters. */
  next(fault: Fault, at?: number): void;
  /** `look` is called before each request, until the returned function is. */
  before(look: () => unknown): () => void;
  /** From now on nothing is lost, and what was held fails. */
  clear(): void;
}

export function openWeather({ chance, deliver, note = () => undefined }: WeatherOptions): Weather {
  let isRough = true;
  let ordered: { readonly fault: Fault; readonly at: number | undefined } | undefined;
  const held: { go(): void; fail(): void }[] = [];
  const late: Sent[] = [];
  const watchers = new Set<() => unknown>();
  let stalled = Promise.withResolvers<void>();

  const hold = (): Promise<void> =>
    new Promise((resolve, reject) => {
      held.push({ go: resolve, fail: () => reject(new TypeError('the line went dead')) });
      stalled.resolve();
    });

  function draw(): Fault {
    if (ordered) return ordered.fault;
    if (!isRough) return 'none';
    let luck = chance.below(100);
    for (const [fault, share] of Object.entries(faults)) {
      luck -= share;
      if (luck < 0) return fault as Fault; // a key of the table
    }
    return 'none';
  }

  async function pass(sent: Sent): Promise<Got> {
    if (!weather.isUp) throw new TypeError('fetch failed');
    for (const look of watchers) look();
    const fault = draw();
    const at = ordered?.at;
    ordered = undefined;
    if (fault !== 'none') note(`${sent.path} ${fault}`);
    const place = (length: number): number => at ?? chance.below(length);
    switch (fault) {
      case 'none':
        return await deliver(sent);
      case 'requestLost':
        throw new TypeError('fetch failed');
      case 'requestCut':
        await deliver({ ...sent, body: sent.body.subarray(0, place(sent.body.length)) });
        throw new TypeError('the line was cut');
      case 'requestTwice':
        await deliver(sent);
        return await deliver(sent);
      case 'requestLate':
        late.push(sent);
        throw new TypeError('fetch failed');
      case 'requestHeld':
        await hold();
        return await deliver(sent);
      case 'answerLost':
        await deliver(sent);
        throw new TypeError('the answer was lost');
      case 'answerCut': {
        const got = await deliver(sent);
        return { ...got, text: got.text.slice(0, place(got.text.length)) };
      }
      case 'answerHeld': {
        const got = await deliver(sent);
        await hold();
        return got;
      }
      case 'busy':
        return { status: 503, headers: { 'retry-after': '5' }, text: 'upstream is busy' };
      case 'logInPage':
        return { status: 200, headers: { 'content-type': 'text/html' }, text: '<html>Please log in</html>' };
    }
  }

  const weather: Weather = {
    isUp: true,
    fetch: async (input, init) => {
      const { pathname, search } = new URL(input instanceof Request ? input.url : input);
      const headers = Object.fromEntries(new Headers(init?.headers));
      const body = new Uint8Array(await new Response(init?.body ?? null).arrayBuffer());
      const got = await pass({ method: init?.method ?? 'GET', path: pathname + search, headers, body });
      return new Response(got.text, { status: got.status, headers: got.headers });
    },
    get held() {
      return held.length;
    },
    follow: async (work) => {
      stalled = Promise.withResolvers<void>();
      await Promise.race([work.then(ignore, ignore), stalled.promise]);
    },
    release: (lose = false) => {
      const first = held.shift();
      if (lose) first?.fail();
      else first?.go();
    },
    deliverLate: async () => {
      for (const sent of late.splice(0)) await deliver(sent).catch(ignore); // or it is lost after all
    },
    next: (fault, at) => {
      ordered = { fault, at };
    },
    before: (look) => {
      watchers.add(look);
      return () => watchers.delete(look);
    },
    clear: () => {
      weather.isUp = true;
      isRough = false;
      for (const each of held.splice(0)) each.fail();
    },
  };
  return weather;
}

function ignore(): void {}
