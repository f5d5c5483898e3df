/** Renders nothing: each file is the hash of what it was to print. Most days ask when a file is made, not how it looks. */
import { createHash } from 'node:crypto';
import type { ExportRenderer } from '../../../server/export/renderer.ts';

export const digestRenderer: ExportRenderer = {
  warmUp: () => undefined,
  render: (input) => {
    const bytes = new Uint8Array(createHash('sha256').update(JSON.stringify(input)).digest());
    const sha256 = `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
    return Promise.resolve({ bytes, pages: null, sha256 });
  },
};
