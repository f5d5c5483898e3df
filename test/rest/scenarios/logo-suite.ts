/** Scenarios of the logo that exports print (contract, Exports). */
import { createCanvas } from '@napi-rs/canvas';
import { expect } from 'vitest';
import { jpeg, png, webp } from '../support/images.ts';
import type { Scenario } from '../support/scenario.ts';
import { logoOf } from '../support/site.ts';

export const logoScenarios: readonly Scenario[] = [
  {
    title: '[EX126] a logo is stored, and shown with its size',
    endpoint: 'uploadLogo',
    given: () => ({ body: logoOf(png(7)) }),
    status: 200,
    check: ({ body }) =>
      expect(body.logo).toEqual({ media_type: 'image/png', bytes: expect.any(Number), width: 7, height: 1 }),
  },
  {
    title: '[EX126] the logo is read, and a change of the other details leaves it',
    endpoint: 'getLogo',
    given: async (site) => {
      const picture = new Uint8Array(await createCanvas(64, 32).encode('jpeg'));
      await site.must('uploadLogo', { body: logoOf(picture) });
      await site.must('updateOrganisation', { body: { phone: '020 7946 0199' } });
      return {};
    },
    status: 200,
    check: ({ headers }) => expect(headers.get('content-type')).toBe('image/jpeg'),
  },
  {
    title: '[EX126] a logo that is no JPEG or PNG is refused',
    endpoint: 'uploadLogo',
    given: () => ({ body: logoOf(webp()) }),
    status: 415,
    code: 'unsupported_media_type',
  },
  {
    title: '[EX126] a logo that cannot be drawn is refused',
    endpoint: 'uploadLogo',
    given: () => ({ body: logoOf(jpeg(64, 32)) }),
    status: 415,
    code: 'unsupported_media_type',
    check: ({ text }) => expect(text).toContain('can be drawn'),
  },
  {
    title: '[EX126] a logo of more than 2 MiB is refused',
    endpoint: 'uploadLogo',
    given: () => {
      const bytes = new Uint8Array(2 * 1024 * 1024 + 1);
      bytes.set(png(7));
      return { body: logoOf(bytes) };
    },
    status: 413,
    code: 'payload_too_large',
  },
  {
    title: '[EX126] an organisation without a logo has none to read',
    endpoint: 'getLogo',
    given: async (site) => {
      await site.must('removeLogo');
      return {};
    },
    status: 404,
    code: 'not_found',
  },
  {
    title: '[EX126] a removed logo is gone',
    endpoint: 'removeLogo',
    status: 204,
    check: async (_answer, site) => {
      expect((await site.must('getOrganisation')).logo).toBeNull();
      expect((await site.call('getLogo')).status).toBe(404);
    },
  },
];
