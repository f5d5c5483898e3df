/** Several documents in the list of the office: made for a test, selected by their boxes, and what is offered for them. */
import type { Locator, Page } from 'playwright';
import { callApi } from './office-api.ts';

export interface Several {
  /** By title. */
  readonly ids: ReadonlyMap<string, string>;
  readonly bar: Locator;
  readonly files: Locator;
  readonly box: (title: string) => Locator;
  /** Opens the list anew with these selected. */
  readonly select: (titles: readonly string[], query?: string) => Promise<void>;
}

export async function makeSeveral(page: Page, titles: readonly string[]): Promise<Several> {
  const { id: project_id } = await callApi(page, 'POST', 'projects', { name: 'Kingsmead' });
  const ids = new Map<string, string>();
  for (const title of titles)
    ids.set(title, (await callApi(page, 'POST', 'documents', { title, document_type: 'rams', project_id })).id);
  const box = (title: string): Locator => page.getByRole('checkbox', { name: `Select ${title}`, exact: true });
  return {
    ids,
    bar: page.getByRole('region', { name: 'Selected documents' }),
    files: page.getByRole('region', { name: 'PDF files' }),
    box,
    select: async (wanted, query = '') => {
      await page.goto(`/office/documents${query}`);
      for (const title of wanted) await box(title).check();
    },
  };
}

export function numbered(word: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => `${word} ${at + 1}`);
}
