/** The two carriers of a device's messages: the open stream and HTTP (contract, Devices). */
import { expect, test } from 'vitest';
import type { StreamSocket } from '../../../client-sdk/index.ts';
import { shownBy } from '../../kit/shown-by.ts';
import { empties, inStep, isSent, openWire, type Wire } from '../support/live-day.ts';
import { draftWithHazard } from '../support/site-day.ts';
import { openSite, type Ground, type Site } from './site.ts';

type Socket = Wire['WebSocket'];

/** Ann is live at the end of the feed; `pushes` = bodies of her pushes by HTTP. */
async function liveAnn(site: Site, wrap: (inner: Socket) => Socket = (inner) => inner, timeoutMs = 30_000) {
  const wire = openWire();
  const pushes: unknown[] = [];
  const ann = await site.device({
    autoSync: true,
    timeoutMs,
    WebSocket: wrap(wire.WebSocket),
    fetch: (input, init) => {
      if (String(input).endsWith('/sync/push')) pushes.push(init?.body);
      return wire.fetch(input, init);
    },
  });
  const { documentId, hazardId } = await draftWithHazard(ann);
  await empties(ann);
  await inStep(ann, wire);
  pushes.length = 0;
  return { ann, wire, documentId, hazardId, pushes };
}

/** Loses the answers to pushes, in the way that `lose` says. */
function losing(lose: (socket: StreamSocket) => void) {
  const sent: { readonly token: string; readonly text: string }[] = [];
  let isLosing = false;
  const wrap = (Inner: Socket): Socket =>
    class implements StreamSocket {
      readonly #inner: StreamSocket;
      #token = '';
      constructor(url: string) {
        this.#inner = new Inner(url);
      }
      addEventListener(...[type, listener]: Parameters<StreamSocket['addEventListener']>): void {
        this.#inner.addEventListener(type, (event) => {
          const isAnswer = type === 'message' && String(event.data).startsWith('{"type":"answer"');
          if (isLosing && isAnswer) lose(this.#inner);
          else listener(event);
        });
      }
      send(text: string): void {
        if (text.startsWith('{"token"')) this.#token = JSON.parse(text).token;
        if (text.startsWith('{"type":"push"')) sent.push({ token: this.#token, text });
        this.#inner.send(text);
      }
      close(): void {
        this.#inner.close();
      }
    };
  return { wrap, sent, begin: () => (isLosing = true) };
}

export function carriers(ground: Ground): void {
  test('[DV189] while the stream is open, an edit is sent on it', async () => {
    await using site = await openSite(ground);
    const { ann, wire, hazardId, pushes } = await liveAnn(site);
    const pulls = wire.pulls$.value;
    await ann.hazards.patch(hazardId, { name: 'Falling glass' });
    await empties(ann);
    expect(pushes).toEqual([]);
    expect(wire.pulls$.value).toBe(pulls);
    expect(await shownBy(ann)).toEqual(await site.server.recordsOf(null));
  });

  test('[DV189] a push too large for a frame goes by HTTP', async () => {
    await using site = await openSite(ground);
    const { ann, documentId, pushes } = await liveAnn(site);
    const body = 'Keep clear. '.repeat(1500);
    await ann.sections.create({ document_id: documentId, section_type: 'custom', title: 'Lifting', body });
    await empties(ann);
    expect(pushes).toHaveLength(1);
    expect(await shownBy(ann)).toEqual(await site.server.recordsOf(null));
  });

  test.each([
    ['never comes', () => undefined, 2_500],
    ['is cut off', (socket: StreamSocket) => socket.close(), 30_000],
  ] as const)('[DV189] if the answer on the stream %s, the same bytes go by HTTP', async (_how, lose, timeoutMs) => {
    await using site = await openSite(ground);
    const losses = losing(lose);
    const { ann, hazardId, pushes } = await liveAnn(site, losses.wrap, timeoutMs);
    losses.begin();
    losses.sent.length = 0;
    await ann.hazards.patch(hazardId, { name: 'Falling glass' });
    await isSent(ann);
    expect(losses.sent).toHaveLength(1);
    expect(pushes).toHaveLength(1);
    expect(losses.sent[0]?.text).toContain(`"body":${String(pushes[0])}}`);
    await ann.sync();
    expect(await ann.hazards.get(hazardId)).toMatchObject({ name: 'Falling glass', unsent: false });
    expect(await shownBy(ann)).toEqual(await site.server.recordsOf(null));
  });

  test('[DV190] after another token came, nothing is sent on the stream of the one before', async () => {
    await using site = await openSite(ground);
    const { sent, wrap } = losing(() => undefined);
    const { ann, hazardId } = await liveAnn(site, wrap);
    const { token } = await site.limitedToken([]);
    sent.length = 0;
    const edited = ann.hazards.patch(hazardId, { name: 'Falling glass' });
    ann.useToken(token);
    await edited;
    await isSent(ann).catch(() => undefined);
    const frames = sent.filter(({ text }) => text.includes('Falling glass'));
    for (const frame of frames) expect(frame.token).toBe(token);
  });
}
