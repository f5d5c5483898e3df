/** `npm run demo` (contract, The sample organisation and the site day) as anybody runs it: it ends well, leaves its papers, and leaves nothing else. */
import { spawn } from 'node:child_process';
import { on, once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import type { Summary } from './summary.ts';

it('[DM1] the demo plays a site day on real processes, and every claim holds', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'sitefile-demo-test-'));
  try {
    const out = join(dir, 'papers');
    const program = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), '--out', out, '--open'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const looked = linkIn(program.stdout).then(async (link) => {
      const page = await fetch(link);
      program.kill('SIGINT');
      return `${page.status} ${new URL(link).pathname}`;
    }, String);
    const [told, complained] = await Promise.all([text(program.stdout), text(program.stderr), once(program, 'exit')]);
    expect({ code: program.exitCode, complained }).toEqual({ code: 0, complained: '' });
    expect(await looked).toMatch(/^200 \/office/);
    // The demo writes it in this shape.
    const summary = JSON.parse(await readFile(join(out, 'summary.json'), 'utf8')) as Summary;
    expect(summary).toMatchObject({
      ok: true,
      signoffs: { signed: 7, arrived: 7, doubled: 0, lost: 0, superseded: 3, stale: 3, current: 1 },
      edits: { offline: 4, merged: 1, conflicts: 2, refused: 1 },
    });
    expect(summary.deliveries.verified).toBe(summary.deliveries.events);
    expect(summary.files.map(({ name }) => name)).toEqual(['rams.pdf', 'rams.docx']);
    for (const { name, bytes } of summary.files) expect((await readFile(join(out, name))).length).toBe(bytes);
    for (const pid of processesOf(told)) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
});

/** The server and the tablets tell their process ids. */
function processesOf(told: string): number[] {
  const pids = [...told.matchAll(/process (\d+)/g)].map(([, pid]) => Number(pid));
  if (pids.length < 4) throw new Error('the demo told of too few processes');
  return pids;
}

/** The address at which the day can be looked at; never, if the demo ends without one. */
async function linkIn(stdout: Readable): Promise<string> {
  let told = '';
  for await (const [part] of on(stdout, 'data', { close: ['end'] })) {
    told += String(part);
    const link = /Look at this day: (\S+)\n/.exec(told)?.[1];
    if (link !== undefined) return link;
  }
  throw new Error('the demo named no address');
}
