/** How the server serves the pages that were built for the browser. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { webRouter } from '../../server/web/router.ts';

let folder = '';
const server = createServer();
const get = (path: string, headers = {}): Promise<Response> =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, { redirect: 'manual', headers }); // it listens on TCP

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitefile-pages-'));
  server.on('request', express().use(webRouter(folder)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true, force: true });
});

test('[WB1] an office that was not built says how to build it', async () => {
  const answer = await get('/office');
  expect(answer.status).toBe(503);
  expect(await answer.text()).toContain('npm start');
});

test('[WB2] every address of the office is one page that may load nothing from elsewhere', async () => {
  await mkdir(join(folder, 'office'));
  await mkdir(join(folder, 'assets'));
  await mkdir(join(folder, 'field'));
  await writeFile(join(folder, 'office/index.html'), '<!doctype html><title>Sitefile</title>');
  for (const name of ['field/index.html', 'field-worker.js', 'field.webmanifest'])
    await writeFile(join(folder, name), name);
  await writeFile(join(folder, 'assets/office-a1.js'), 'export {};');
  for (const path of ['/office', '/office/documents/x/signoffs']) {
    const page = await get(path);
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-cache']);
    const policy = page.headers.get('content-security-policy') ?? '';
    for (const directive of ["default-src 'none'", "script-src 'self';", "require-trusted-types-for 'script'"])
      expect(policy).toContain(directive);
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
  }
  expect((await get('/')).headers.get('location')).toBe('/office');
});

test('[WB3] files named by digest are cached for a year, and others are not found', async () => {
  const script = await get('/assets/office-a1.js', { 'accept-encoding': 'gzip' });
  expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect([script.headers.get('content-type'), script.headers.get('content-encoding')]).toEqual([
    'text/javascript; charset=utf-8',
    'gzip',
  ]);
  for (const path of ['/assets/other.js', '/assets/..%2foffice%2findex.html', '/assets/constructor'])
    expect((await get(path)).status, path).toBe(404);
});

test('[WB31] every address of the field app is one page; worker and manifest are never cached', async () => {
  const [page, worker, manifest] = await Promise.all(
    ['/field/d/x/brief', '/field-worker.js', '/field.webmanifest'].map((path) => get(path)),
  );
  for (const [answer, type] of [
    [page, 'text/html; charset=utf-8'],
    [worker, 'text/javascript; charset=utf-8'],
    [manifest, 'application/manifest+json; charset=utf-8'],
  ] as const)
    expect([answer?.headers.get('content-type'), answer?.headers.get('cache-control')]).toEqual([type, 'no-cache']);
  expect(page?.headers.get('content-security-policy')).toContain('trusted-types sitefile-worker');
});
