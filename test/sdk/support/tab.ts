/** Tabs of a real browser on one replica: pages of the server's own origin that hold the SDK and nothing else. */
import { join } from 'node:path';
import type { BrowserContext, CDPSession, Page } from 'playwright';
import type * as client from '../../../client-sdk/index.ts';
import type { Device, DeviceOptions } from '../../../client-sdk/index.ts';
import { bundleForBrowser } from '../../kit/sdk-bundle.ts';
import type { World } from '../../kit/world.ts';

/** Globals that the page's script sets; see the page below. */
export interface TabGlobals {
  readonly sdk: typeof client;
  device: Device;
}

export interface Tab {
  readonly page: Page;
  /** Runs in the page; `globalThis` there has the members of TabGlobals. */
  run<Result, Argument = undefined>(
    work: (given: Argument) => Result | Promise<Result>,
    given?: Argument,
  ): Promise<Result>;
  /** Pauses the page's script at its next step, as in a page that the browser has frozen. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
}

let bundle: Promise<string> | undefined;

export interface TabOptions extends Partial<Pick<DeviceOptions, 'autoSync' | 'tabPatienceMs' | 'token'>> {
  readonly name: string;
}

export async function openTab(context: BrowserContext, world: World, options: TabOptions): Promise<Tab> {
  bundle ??= bundleForBrowser(join(import.meta.dirname, '../../../client-sdk/index.ts'));
  const script = await bundle;
  const page = await context.newPage();
  await page.route(`${world.url}/tab/*`, (route) =>
    route.request().url().endsWith('.js')
      ? route.fulfill({ contentType: 'text/javascript', body: script })
      : route.fulfill({ contentType: 'text/html', body: shell }),
  );
  await page.goto(`${world.url}/tab/`);
  await page.waitForFunction('"sdk" in globalThis');
  await page.evaluate(
    async ({ token, ...given }) => {
      const tab = globalThis as unknown as TabGlobals;
      const { openDevice, dexieStorage } = tab.sdk;
      tab.device = await openDevice({ server: location.origin, token, storage: dexieStorage(), ...given });
    },
    { token: world.adminToken, ...options },
  );
  let session: CDPSession | undefined;
  return {
    page,
    // Playwright's type requires one argument, which may be undefined.
    run: (work, given) => page.evaluate(work as never, given) as never,
    freeze: async () => {
      session ??= await context.newCDPSession(page);
      await session.send('Debugger.enable');
      await session.send('Debugger.pause');
    },
    thaw: async () => {
      // Detaching ends the pause, whether or not the script reached it.
      await session?.detach();
      session = undefined;
    },
  };
}

const shell = `<!doctype html><title>tab</title><script type="module">
import * as sdk from '/tab/sdk.js';
globalThis.sdk = sdk;
</script>`;
