/** Where the sample is in a checkout; an installed server has none. */
import { fileURLToPath } from 'node:url';

export const sampleFolder = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../../../test/sample' : '../../test/sample', import.meta.url),
);
