/** Scenarios of the photos and times of a fire watch (contract, Permit to work). */
import { expect } from 'vitest';
import { png } from '../support/images.ts';
import { at, outsider, permitIn } from '../support/permits.ts';
import type { Scenario } from '../support/scenario.ts';
import { nothing, photosOf } from '../support/site.ts';

export const permitWatchScenarios: readonly Scenario[] = [
  {
    title: '[PW30] photos of the fire watch are in it, each once, and in the log of who took them',
    endpoint: 'endFireWatch',
    given: async (site) => {
      const permit = await permitIn(site, 'open');
      const { data } = await site.must('uploadPhotos', { body: photosOf(png(31), png(32)) });
      const photos = data.map(({ id }) => id);
      const start = { at: at('07:30'), by: outsider, photo_ids: [photos[0]] };
      await site.must('startFireWatch', { params: { permit }, body: start });
      return { params: { permit }, body: { at: at('08:45'), by: outsider, photo_ids: photos } };
    },
    status: 200,
    check: ({ body }, _site, { body: sent }) => {
      const { photo_ids: photos } = sent as { photo_ids: string[] };
      expect(body.fire_watch?.photo_ids).toEqual(photos);
      expect(body.log.at(-1)).toMatchObject({ by: outsider, args: { photo_ids: photos } });
    },
  },
  {
    title: '[PW34] what is no photo of the organisation is no photo of a fire watch',
    endpoint: 'startFireWatch',
    given: async (site) => {
      const photo_ids = [site.ids['photo'], site.ids['document'], nothing];
      return { params: { permit: await permitIn(site, 'open') }, body: { at: at('07:30'), photo_ids } };
    },
    status: 422,
    code: 'reference_unknown',
    at: ['#/photo_ids/1', '#/photo_ids/2'],
  },
  {
    title: '[PW34] what is no photo of the organisation does not come with the end either',
    endpoint: 'endFireWatch',
    given: async (site) => {
      const permit = await permitIn(site, 'open');
      await site.must('startFireWatch', { params: { permit }, body: { at: at('07:30'), by: outsider } });
      return { params: { permit }, body: { photo_ids: [nothing] } };
    },
    status: 422,
    code: 'reference_unknown',
  },
  {
    title: '[PW32] a fire watch does not end before its start',
    endpoint: 'endFireWatch',
    given: async (site) => {
      const permit = await permitIn(site, 'open');
      await site.must('startFireWatch', { params: { permit }, body: { at: at('07:30'), by: outsider } });
      return { params: { permit }, body: { at: at('07:29') } };
    },
    status: 422,
    at: ['#/at'],
  },
];
