/**
 * What the field app has beside its page: the manifest that makes it installable, and the worker that opens it with no server. Both name
 * the hashed files, so they are written when these are known.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const workerSource = join(import.meta.dirname, '..', 'worker.ts');

export function fieldExtras(): Plugin {
  return {
    name: 'field extras',
    // After the page is written, which is part of what the worker keeps.
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const page = bundle['field/index.html'];
        if (page?.type !== 'asset') return;
        const icon = Object.keys(bundle).find((name) => /\/mark-[^/]*\.svg$/.test(name));
        const files = Object.keys(bundle).filter((name) => name.startsWith('assets/'));
        const digest = createHash('sha256').update(String(page.source)).update(files.join('\n')).digest('hex');
        const isPart = (name: string): boolean => name.endsWith('.js');
        const kept = [
          '/field',
          '/field.webmanifest',
          ...files.filter((name) => !isPart(name)).map((name) => `/${name}`),
        ];
        // What a hundred names have in common is written once: 0.2 kB of a worker that is loaded before all else.
        const parts = files.filter(isPart).map((name) => name.slice('assets/'.length, -'.js'.length));
        const { minifySync, transformWithOxc } = await import('vite');
        const { code } = await transformWithOxc(readFileSync(workerSource, 'utf8'), workerSource);
        const cacheName = `field-${digest.slice(0, 12)}`;
        const paths = `[...${JSON.stringify(kept)}, ...${JSON.stringify(parts)}.map((part) => '/assets/' + part + '.js')]`;
        const names = `const CACHE_NAME = ${JSON.stringify(cacheName)}, KEPT_FILES = ${paths};`;
        this.emitFile({
          type: 'asset',
          fileName: 'field-worker.js',
          source: minifySync('worker.js', `${names}${code}`, { module: true }).code,
        });
        this.emitFile({
          type: 'asset',
          fileName: 'field.webmanifest',
          source: JSON.stringify({
            name: 'Sitefile',
            short_name: 'Sitefile',
            id: '/field',
            start_url: '/field',
            scope: '/field',
            display: 'standalone',
            background_color: '#f1f3f4',
            theme_color: '#0f1a21',
            icons: icon ? [{ src: `/${icon}`, sizes: 'any', type: 'image/svg+xml', purpose: 'any' }] : [],
          }),
        });
      },
    },
  };
}
