/** The renderer with its real worker thread (rule EX15). */
import { describe, expect, test } from 'vitest';
import { renderExport } from '../../server/export/render.ts';
import { Renderer } from '../../server/export/renderer.ts';
import type { ExportInput } from '../../server/export/input.ts';
import { emptyInput, inputOf } from './inputs.ts';

describe('renderer', () => {
  test('[EX15] jobs are rendered in a worker thread to the bytes that the input gives', async () => {
    await using renderer = new Renderer();
    const inputs = [inputOf('powra'), emptyInput({ format: 'docx' }), emptyInput()];
    const rendered = await Promise.all(inputs.map((input) => renderer.render(input)));
    for (const [i, input] of inputs.entries()) {
      const here = await renderExport(input);
      expect(rendered[i]).toMatchObject({ sha256: here.sha256, pages: here.pages });
      expect(rendered[i]?.bytes.length).toBe(here.bytes.length);
    }
  });

  test('[EX15] an input that cannot be rendered fails its own job only', async () => {
    await using renderer = new Renderer();
    // Wrong on purpose: neither a function nor a missing member can come out of the store.
    const uncloneable = { ...emptyInput(), content: { sections: () => 'no' } } as unknown as ReturnType<
      typeof emptyInput
    >;
    const incomplete = { ...emptyInput(), organisation: null } as unknown as ReturnType<typeof emptyInput>;
    const jobs = [renderer.render(uncloneable), renderer.render(incomplete), renderer.render(emptyInput())];
    const [first, second, third] = await Promise.allSettled(jobs);
    expect(first).toMatchObject({ status: 'rejected', reason: { code: 'export_failed', retryable: false } });
    expect(second).toMatchObject({ status: 'rejected', reason: { code: 'export_failed' } });
    expect(third).toMatchObject({ status: 'fulfilled' });
  });

  test('[EX15] an input too large for the memory of a worker is refused and not tried', async () => {
    await using renderer = new Renderer();
    const sections = Array.from({ length: 90 }, (_, i) => ({ title: `Section ${i}`, body: 'word '.repeat(20_000) }));
    const large = renderer.render(emptyInput({ content: { sections } }));
    await expect(large).rejects.toMatchObject({ code: 'export_too_large', retryable: false });
  });

  test('[EX15] a render that takes too long ends with its worker, and the next job is taken', async () => {
    await using renderer = new Renderer({ timeoutMs: 1 });
    const inputs: readonly ExportInput[] = [inputOf('rams'), inputOf('excavation')];
    const ended = await Promise.allSettled(inputs.map((input) => renderer.render(input)));
    const lost = { status: 'rejected', reason: { code: 'render_timeout', retryable: true } };
    expect(ended).toMatchObject([lost, lost]);
  });

  test('[EX15] a light document does not wait for a heavy one', async () => {
    await using renderer = new Renderer();
    const done: string[] = [];
    const rendered = (name: string, input: ExportInput): Promise<unknown> =>
      renderer.render(input).then(() => done.push(name));
    const heavy = emptyInput({ content: { sections: [{ title: 'Long', body: 'many words '.repeat(40_000) }] } });
    // Both workers have started when it counts: on a busy machine a start takes as long as the heavy document.
    await Promise.all([rendered('heavy', heavy), rendered('light', emptyInput())]);
    done.length = 0;
    await Promise.all([rendered('heavy', heavy), rendered('another', heavy), rendered('light', emptyInput())]);
    expect(done).toEqual(['light', 'heavy', 'another']);
  });

  test('[EX15] an idle worker ends, and the next job gets a new one', async () => {
    await using renderer = new Renderer({ idleMs: 1 });
    renderer.warmUp();
    await expect.poll(() => renderer.isWarm).toBe(false);
    await expect(renderer.render(emptyInput())).resolves.toMatchObject({ pages: 3 });
    await expect.poll(() => renderer.isWarm).toBe(false);
  });

  test('[EX15] closing rejects what is unfinished and everything after', async () => {
    const renderer = new Renderer();
    const jobs = [renderer.render(inputOf('rams')), renderer.render(emptyInput())].map((job) =>
      expect(job).rejects.toMatchObject({ code: 'renderer_closed' }),
    );
    await renderer.close();
    await Promise.all(jobs);
    await expect(renderer.render(emptyInput())).rejects.toMatchObject({ code: 'renderer_closed' });
  });
});
