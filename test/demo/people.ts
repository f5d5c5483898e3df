/** The people of the day with a token each, made on the command line as an operator would. */
import * as z from 'zod';
import { restClient, type RestClient } from '../../client-sdk/rest.ts';
import type { Day } from './day.ts';
import { command } from './processes.ts';

const made = z.object({ token: z.string() });

export interface People {
  /** Approves. */
  readonly priya: RestClient;
  /** Writes and revises. */
  readonly ruth: RestClient;
  /** Tokens of the two tablets. */
  readonly jordanToken: string;
  readonly sineadToken: string;
}

export async function hire({ server, settings }: Day): Promise<People> {
  const token = async (role: string, name: string): Promise<string> =>
    made.parse(await command(['token', 'create', '--role', role, '--actor', name, '--name', name], settings)).token;
  const [priya, ruth, jordanToken, sineadToken] = await Promise.all([
    token('manager', 'Priya Nair'),
    token('author', 'Ruth Delaney'),
    token('supervisor', 'Jordan Blake'),
    token('supervisor', 'Sinéad Gallagher'),
  ]);
  const desk = (own: string): RestClient => restClient({ server: server.url, token: own });
  return { priya: desk(priya), ruth: desk(ruth), jordanToken, sineadToken };
}
