/** What a slow tablet does not have to do before today's list is there. How long it takes is a figure of `npm run bench -- web`. */
import { expect, test } from 'vitest';
import { enrolTablet } from './support/long-document.ts';
import { openField } from './support/open-field.ts';
import { enrol } from './support/tablet.ts';

/** Put on the page: what was asked for until the list was there. */
interface Asked {
  readonly before: string[];
  isListed: boolean;
}

test('[WB550] before the list a tablet loads one script, and asks neither sync nor Intl', async () => {
  await using field = await openField([]);
  await enrolTablet(field, 'Curtain walling');
  const page = (await field.startBrowser()).pages()[0];
  if (!page) throw new Error('a browser opens with a page');
  await page.addInitScript(noteWhatIsAsked);
  await page.goto('/field');
  await page.getByRole('heading', { name: 'Curtain walling' }).waitFor();
  const date = new Date().toLocaleDateString('en-GB', { weekday: 'short', day: 'numeric', month: 'short' });
  await page.getByText(date, { exact: true }).waitFor();
  await page.waitForFunction(() => (globalThis as unknown as { after: string[] }).after.includes('WebSocket'));
  const { before } = await page.evaluate(() => (globalThis as unknown as { asked: Asked }).asked); // put there below
  expect(before).toEqual(['script']);
});

test('[WB629] a screen whose code was not to be had is shown once it is', async () => {
  await using field = await openField([]);
  const page = (await field.startBrowser()).pages()[0];
  if (!page) throw new Error('a browser opens with a page');
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'));
  await enrol(page, field.rest);
  await field.stopServer();
  await page.getByRole('link', { name: 'Permits', exact: true }).first().click();
  await page.getByText('Still loading').waitFor();
  await field.startServer();
  await page.getByRole('heading', { level: 1, name: 'Permits' }).waitFor();
});

/** What the browser says of a script that it compiles. */
interface Compiled {
  readonly name: string;
  readonly args: { readonly data?: { readonly url?: string; readonly cacheKind?: string } };
}

test('[WB515] the first start with what the worker keeps compiles nothing of its script', async () => {
  await using field = await openField([]);
  await enrolTablet(field, 'Curtain walling');
  await field.stopServer();
  const page = (await field.startBrowser()).pages()[0];
  if (!page) throw new Error('a browser opens with a page');
  const session = await page.context().newCDPSession(page);
  const events: Compiled[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as Compiled[])));
  await session.send('Tracing.start', { traceConfig: { includedCategories: ['devtools.timeline', 'v8'] } });
  await page.goto('/field');
  await page.getByRole('heading', { name: 'Curtain walling' }).waitFor();
  const isTold = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await isTold;
  const script = await page.locator('script').getAttribute('src');
  const compiled = events.filter(
    ({ name, args }) => name.startsWith('v8.compile') && args.data?.url?.endsWith(script ?? '-'),
  );
  // `full` = every function of it, not those alone that ran before.
  expect(compiled.map(({ args }) => args.data?.cacheKind)).toEqual(['full']);
});

function noteWhatIsAsked(): void {
  const asked: Asked = { before: [], isListed: false };
  const after: string[] = [];
  Object.assign(globalThis, { asked, after });
  const note = (what: string): void => void (asked.isListed ? after : asked.before).push(what);
  const noted = <Made extends object>(name: string, made: Made): Made =>
    new Proxy<never>(made as never, {
      construct: (target, given) => (note(name), Reflect.construct(target, given)),
      apply: (target, self, given) => (note(name), Reflect.apply(target, self, given)),
    });
  const { DateTimeFormat, NumberFormat, Collator } = Intl;
  for (const [name, made] of Object.entries({ DateTimeFormat, NumberFormat, Collator }))
    Object.assign(Intl, { [name]: noted(name, made) });
  const { prototype } = String as unknown as { readonly prototype: Record<string, object> }; // as one that can be changed
  prototype['localeCompare'] = noted('localeCompare', prototype['localeCompare'] ?? {});
  globalThis.WebSocket = noted('WebSocket', WebSocket);
  new PerformanceObserver((list) => {
    for (const { name } of list.getEntries())
      if (/\.js$|\/api\//.test(name)) note(name.endsWith('.js') ? 'script' : name);
  }).observe({ type: 'resource', buffered: true });
  // In the same turn as it is drawn, however slow the machine is.
  new MutationObserver((_, drawn) => {
    asked.isListed = [...document.getElementsByTagName('h2')].some((title) => title.textContent === 'Curtain walling');
    if (asked.isListed) drawn.disconnect();
  }).observe(document, { childList: true, subtree: true, characterData: true });
}
