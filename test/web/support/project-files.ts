/** The files of a project in the office: asked for, refused, made and downloaded. */
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { look } from './look.ts';

export async function makeProjectFile(page: Page): Promise<void> {
  await page.goto('/office/sites');
  await page.getByRole('button', { name: 'Files' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('No file was made of this project yet.').waitFor();
  await look(page, 'project-pack');
  await dialog.getByLabel('What').selectOption('Permit register');
  await dialog.getByLabel('Until').fill('2026-01-01');
  await dialog.getByLabel('In force from').fill('2026-02-01');
  await dialog.getByRole('button', { name: 'Make the file' }).click();
  await dialog.getByText('must not be before from').waitFor();
  await dialog.getByLabel('Until').fill('');
  await dialog.getByRole('button', { name: 'Make the file' }).click();
  await dialog.getByText('Permit register, PDF').waitFor();
  const link = await dialog.getByRole('link', { name: 'Download' }).getAttribute('href');
  expect((await fetch(String(link))).headers.get('content-type')).toBe('application/pdf');
  await look(page, 'project-files');
  await page.keyboard.press('Escape');
}
