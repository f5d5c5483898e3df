/** Checks the options of a device before anything is opened. */
import * as z from 'zod';
import { Problem } from '../shared/model/problem.ts';
import { recordId } from '../shared/model/fields.ts';
import { parse } from '../shared/model/validation.ts';
import type { DeviceOptions } from './base/options.ts';
import { once } from '../shared/base/once.ts';

const days = z.number().min(0).optional();

const checked = once(() =>
  z.object({
    server: z.string().refine(isServer, 'must be the address of the server, such as https://sitefile.example'),
    keep: z
      .strictObject({
        projects: z.array(recordId).optional(),
        archivedDays: days,
        signoffDays: days,
        maxRows: z.int().min(1).optional(),
      })
      .optional(),
  }),
);

/** Returns the server's address without a trailing slash. Throws a Problem `validation_failed` that names what is wrong. */
export function addressIn({ server, keep }: Pick<DeviceOptions, 'server' | 'keep'>): string {
  try {
    parse(checked(), { server, keep });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const wrong = error.errors.map(({ pointer = '', detail }) => `${pointer.slice(2).replaceAll('/', '.')}: ${detail}`);
    throw new Problem(error.code, `The device cannot be opened: ${wrong.join('; ')}.`, { errors: error.errors });
  }
  return new URL(server).href.replace(/\/+$/, '');
}

function isServer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && `${username}${password}${search}${hash}` === '';
}
