/** Home, rail and notifications: what a contractor has handed in and nobody has reviewed. */
import type { Page } from 'playwright';
import { expect } from 'vitest';
import type { RestClient } from '../../../client-sdk/rest.ts';
import { callApi } from './office-api.ts';
import { look } from './look.ts';
import { panel } from './running-permits.ts';

export async function listsSubmissions(page: Page, rest: RestClient): Promise<void> {
  const firm = { contact_name: 'Jo Calder', contact_email: 'jo@calder.example', send_mail: false } as const;
  for (const [project, name] of [
    ['Mill Street', 'Calder Roofing'],
    ['Dock Road', 'Calder Roofing'],
  ] as const) {
    const { id } = await rest.createProject({ body: { name: project, status: 'active' } });
    const { submission } = await rest.inviteContractor({ project: id, body: { ...firm, name } });
    if (project === 'Dock Road') continue;
    await rest.acceptSubmission({ submission: submission.id, body: {} });
    await rest.submitSubmission({ submission: submission.id, body: { papers: [{ name: 'Roof plan' }] } });
  }
  await page.goto('/office');
  const row = panel(page, 'Waiting for a decision').getByRole('listitem').filter({ hasText: 'Calder Roofing' });
  await row.getByText('1 paper').waitFor();
  const room = page.getByRole('navigation', { name: 'Office' }).getByRole('link', { name: 'Contractors' });
  await room.getByText('1', { exact: true }).waitFor();
  expect(await room.getAttribute('title')).toBe('1 to review');
  await look(page, 'home-submissions');
  await row.getByRole('link', { name: 'Review' }).click();
  await reachesIt(page);
  await page.goto('/office/notifications');
  await page.getByRole('link', { name: /^Calder Roofing has handed in/ }).click();
  await reachesIt(page);
  await look(page, 'submission-reached');
  await page.getByRole('button', { name: 'Begin the review' }).click();
  await page.getByRole('button', { name: 'Accept', exact: true }).click();
  await page.getByText('Approved', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await row.waitFor({ state: 'detached' });
  await room.getByText('1', { exact: true }).waitFor({ state: 'detached' });
}

async function reachesIt(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1, name: 'Calder Roofing' }).waitFor();
  await page.locator('section:focus').getByText('Roof plan').waitFor();
}

/** Where two people are needed: what the reader handed in is for others to review. */
export async function countsReviewable(page: Page, rest: RestClient): Promise<void> {
  const { id: project } = await rest.createProject({ body: { name: 'Canal Side', status: 'active' } });
  const invite = async (name: string): Promise<string> => {
    const firm = { name, contact_name: 'Mo Reed', contact_email: 'mo@reed.example', send_mail: false } as const;
    const { submission } = await rest.inviteContractor({ project, body: firm });
    await rest.acceptSubmission({ submission: submission.id, body: {} });
    return submission.id;
  };
  const papers = [{ name: 'Plan' }];
  const [own, other] = [await invite('Own Firm'), await invite('Other Firm')];
  await page.goto('/office');
  await callApi(page, 'POST', `submissions/${own}/submit`, { papers });
  await rest.submitSubmission({ submission: other, body: { papers } });
  await rest.updateOrganisation({ body: { settings: { require_two_person_approval: true } } });
  await page.goto('/office');
  const row = (name: string) => panel(page, 'Waiting for a decision').getByRole('listitem').filter({ hasText: name });
  await row('Own Firm').getByRole('link', { name: 'Open' }).waitFor();
  await row('Other Firm').getByRole('link', { name: 'Review' }).waitFor();
  const room = page.getByRole('navigation', { name: 'Office' }).getByRole('link', { name: 'Contractors' });
  await room.getByText(/^\d+$/).waitFor();
  expect(await room.getAttribute('title')).toBe('1 to review');
  await rest.updateOrganisation({ body: { settings: { require_two_person_approval: false } } });
  await page.goto('/office');
  await row('Own Firm').getByRole('link', { name: 'Review' }).waitFor();
  await expect.poll(() => room.getAttribute('title')).toBe('2 to review');
}
