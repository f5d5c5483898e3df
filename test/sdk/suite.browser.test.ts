/** The SDK suite in a real Chromium, on IndexedDB through Dexie; its servers run in a separate process. */
import { inject } from 'vitest';
import { dexieStorage } from '../../client-sdk/index.ts';
import { remoteControls } from './suite/remote-controls.ts';
import { suite } from './suite/suite.ts';

suite('Dexie', {
  openControls: async () => remoteControls(inject('siteProgram')),
  newPlace: () => ({ name: `site-${crypto.randomUUID()}`, storage: dexieStorage }),
});
