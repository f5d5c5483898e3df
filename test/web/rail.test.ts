/** What the rail of the office counts, in a real browser against one real server. */
import { test } from 'vitest';
import { restClient, type RestClient } from '../../client-sdk/rest.ts';
import { openEmptyOffice } from './support/first-start.ts';
import { countsReviewable } from './support/home-submissions.ts';
import { inOffice } from './support/in-office.ts';
import type { OpenOffice } from './support/open-office.ts';

let office: OpenOffice;
let rest: RestClient;
inOffice(openEmptyOffice, (opened) => {
  office = opened;
  rest = restClient({ server: office.app.url, token: office.app.newAdminToken ?? '' });
});

test('[WB713] the rail counts only what its reader may review, as home does', () =>
  countsReviewable(office.page, rest));
