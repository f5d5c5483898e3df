/** The network as a tablet has it, by seed: requests that never arrive, answers that are lost or cut in the middle, and no network at all. */
import type { Chance } from './clock.ts';

export interface Weather {
  readonly fetch: typeof fetch;
  /** While false every request fails at once. */
  isUp: boolean;
  /** From now on nothing is lost. */
  clear(): void;
}

/** `address` is asked at each request, so that a server may move while its devices keep one name for it. */
export function openWeather(chance: Chance, address: () => string): Weather {
  let isRough = true;
  const weather: Weather = {
    isUp: true,
    clear: () => {
      weather.isUp = true;
      isRough = false;
    },
    fetch: async (input, init) => {
      const luck = isRough ? chance.next() : 1;
      if (!weather.isUp || luck < 0.1) throw new TypeError('fetch failed');
      const { pathname, search } = new URL(input instanceof Request ? input.url : input);
      const response = await fetch(new URL(pathname + search, address()), init);
      if (luck < 0.2) throw new TypeError('the answer was lost');
      if (luck >= 0.3) return response;
      const text = await response.text();
      return new Response(text.slice(0, chance.below(text.length + 1)), {
        status: response.status,
        headers: response.headers,
      });
    },
  };
  return weather;
}
