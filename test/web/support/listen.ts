/** Reading aloud, with a voice that only notes what it is given: browsers without a screen have none. */
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { press, seen } from './tablet.ts';

/** In place of the voice of the browser: it notes each sentence, and is busy until it fails or is cancelled. */
const voice = `
  globalThis.said = [];
  globalThis.heard = new Set();
  globalThis.voices = [
    { name: 'far', lang: 'en-IE', localService: false },
    { name: 'own', lang: 'en_GB', localService: true },
    { name: 'own', lang: 'pl-PL', localService: true },
  ];
  Object.defineProperty(SpeechSynthesisUtterance.prototype, 'voice', { value: null, writable: true });
  const queue = [];
  const fail = (error) => {
    for (const utterance of queue.splice(0))
      utterance.dispatchEvent(new SpeechSynthesisErrorEvent('error', { error, utterance }));
  };
  globalThis.failVoice = () => fail('synthesis-failed');
  Object.defineProperty(globalThis, 'speechSynthesis', {
    value: {
      getVoices: () => voices,
      speak: (utterance) => {
        heard.add(utterance.voice?.name);
        said.push(utterance.lang + ' ' + utterance.text);
        queue.push(utterance);
      },
      cancel: () => {
        if (queue.length > 0) said.push('silence');
        fail('canceled');
      },
    },
  });
`;

export async function listen(page: Page, document: string): Promise<void> {
  const said = (): Promise<string[]> => page.evaluate('said');
  await page.addInitScript(voice);
  await page.goto(`/field/d/${document}`);
  await press(page, 'Read aloud');
  await page.getByRole('button', { name: 'Stop reading' }).waitFor();
  const card = await said();
  expect(card.slice(0, 3)).toEqual([
    'en-IE Curtain walling',
    'en What can hurt you',
    'en-IE Fall from the slab edge: Edge protection',
  ]);
  const hazard = page.getByRole('heading', { name: 'Fall from the slab edge' });
  expect(await hazard.evaluate((each) => each.closest('[lang]')?.getAttribute('lang'))).toBe('en-IE');
  await page.getByRole('link', { name: /^All . sections/ }).click();
  await page.getByText('Weather limits').click();
  await expect.poll(async () => (await said()).at(-1)).toBe('silence');
  await press(page, 'Read aloud');
  await expect.poll(async () => (await said()).at(-1)).toBe('en-IE Gust · 9 m/s · Land the panel');
  await page.evaluate('failVoice()');
  await page.getByRole('button', { name: 'Read aloud' }).first().waitFor();
  await page.goto(`/field/d/${document}/hazards`);
  await page.getByRole('button', { name: 'Read aloud' }).first().click();
  await expect.poll(said).toContain('en Controls');
  await page.goto(`/field/d/${document}/brief/sign/bob%20orr`);
  await press(page, 'Czytaj na głos');
  await expect.poll(async () => (await said()).every((each) => each.startsWith('pl '))).toBe(true);
  expect((await said()).length).toBeGreaterThan(0);
  expect(await page.evaluate('[...heard]')).toEqual(['own']);
  await page.goto('/field/more');
  await press(page, 'Polski not checked');
  await page.goto(`/field/d/${document}`);
  await page.getByText('Ten dokument jest w innym języku').waitFor();
  await page.goto('/field/more');
  await press(page, 'English');
}

/** With the voice of another maker alone. */
export async function hasNoVoice(page: Page, document: string): Promise<void> {
  await page.goto(`/field/d/${document}`);
  await page.evaluate('voices.splice(1)');
  await press(page, 'Read aloud');
  await page.getByText('This tablet has no voice of its own').waitFor();
  await seen(page, 'no-voice');
  expect(await page.evaluate('said')).toEqual([]);
}
