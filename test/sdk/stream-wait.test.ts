/** When the live stream connects again, in fake time. */
import { expect, onTestFinished, test, vi } from 'vitest';
import type { StreamSocket } from '../../client-sdk/base/options.ts';
import { LiveStream } from '../../client-sdk/sync/stream.ts';

test.each([
  [4429, 'retry after 40 s', 50_000],
  [4429, '', 75_000],
  [1006, '', 500],
])('[DV198] a stream closed with %i “%s” connects again after %i ms', async (code, reason, ms) => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const closes: ((event: { readonly code: number; readonly reason: string }) => void)[] = [];
  class Socket implements StreamSocket {
    addEventListener(...[type, listener]: Parameters<StreamSocket['addEventListener']>): void {
      if (type === 'close') closes.push(listener);
    }
    send(): void {}
    close(): void {}
  }
  const stream = new LiveStream({
    server: 'http://sitefile.test',
    WebSocket: Socket,
    greeting: () => ({ token: 'token-of-a-tablet', cursor: null, answered: null }),
    onNews: () => undefined,
    onPage: async () => true,
    poll: async () => undefined,
    patienceMs: 1000,
    random: () => 0.5,
  });
  closes[0]?.({ code, reason });
  await vi.advanceTimersByTimeAsync(ms - 1);
  expect(closes).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(closes).toHaveLength(2);
  stream.end();
});
