/** A card held to the camera of a tablet. The browser is another one each time: a camera shows one picture for as long as its browser runs. */
import type { Page } from 'playwright';
import type { OpenField } from './open-field.ts';
import { press } from './tablet.ts';

/** The page of a browser whose camera sees the code from now on. */
export async function showCard(field: OpenField, code: string): Promise<Page> {
  await field.film(code);
  const context = await field.startBrowser();
  return context.pages()[0] ?? (await context.newPage());
}

/** From the crew of the document. */
export async function scanCard(field: OpenField, code: string): Promise<Page> {
  const page = await showCard(field, code);
  await page.goto(`/field/d/${field.documentId}/brief`);
  await press(page, 'Scan a card');
  return page;
}
