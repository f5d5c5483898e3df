/** One server for all tests of a file, and phones of people who sign by a code. */
import { chromium, type Browser, type BrowserContext } from 'playwright';
import { afterAll, beforeAll } from 'vitest';
import { ownPhoneMs } from '../../../shared/resources/signoff/own-phone.ts';
import { findBrowser } from '../../kit/find-browser.ts';
import { patienceMs } from '../../kit/patience.ts';
import { openField, type OpenField } from './open-field.ts';

export interface OwnPhones {
  readonly field: OpenField;
  /** The address that the tablet shows this person. */
  readonly codeFor: (name: string) => Promise<string>;
  /** The names of those whose sign-offs the server has. */
  readonly signed: () => Promise<readonly string[]>;
  /** From now on no code that was made before is good. Returns how far, in ms, the server is ahead of this machine, which dates its answers. */
  readonly endCodes: () => number;
  /** `script` runs before each of its pages does. */
  readonly newPhone: (script?: string) => Promise<BrowserContext>;
}

/** @param names of the people named in the document. @param begin gets the phones before the first test */
export function withOwnPhones(names: readonly string[], begin: (phones: OwnPhones) => unknown): void {
  let field: OpenField | undefined;
  let browser: Browser | undefined;
  beforeAll(async () => {
    const opened = (field = await openField(names));
    const launched = (browser = await chromium.launch({ executablePath: await findBrowser() }));
    const document = opened.documentId;
    begin({
      field: opened,
      codeFor: async (name) => {
        const body = { version: 1, worker: { name, language: 'en' } };
        return (await opened.rest.createSignCode({ document, body })).url;
      },
      signed: async () =>
        (await opened.rest.listSignoffs({ document })).data.flatMap(({ worker }) => worker.name ?? []),
      endCodes: () => opened.passTime(ownPhoneMs),
      newPhone: async (script) => {
        const phone = await launched.newContext({ locale: 'en-GB', viewport: { width: 390, height: 844 } });
        phone.setDefaultTimeout(patienceMs);
        if (script !== undefined) await phone.addInitScript(script);
        return phone;
      },
    });
  });
  afterAll(async () => {
    await browser?.close();
    await field?.[Symbol.asyncDispose]();
  });
}
