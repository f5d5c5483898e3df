/** A phone that signs with a code, as its page asks the server. */
import type { restClient } from '../../../client-sdk/rest.ts';
import { signInClient } from '../../../client-sdk/sign-in.ts';
import { statementIn } from '../../../client-sdk/write/statement.ts';
import type { World } from '../../kit/world.ts';

export type PhoneServer = ReturnType<typeof signInClient>;

/** As a browser asks: from the server's own page. */
export function phoneAt({ url }: World): PhoneServer {
  return signInClient({
    server: url,
    fetch: (input, init) =>
      fetch(input, { ...init, headers: { ...(init?.headers as object), 'sec-fetch-site': 'same-origin' } }),
  });
}

export const ewa = { name: 'Ewa Nowak', employer_name: 'Vantage', language: 'pl' };

export const strokes = (seed = 0): number[][][] => [
  Array.from({ length: 30 }, (_, i) => [10 + i * 4, 40 + ((i * 7 + seed) % 30), i * 15]),
];

/** What the page sends for version 1, or for `more`. */
export async function signedOn(
  {
    world,
    tablet,
    documentId,
  }: { readonly world: World; readonly tablet: ReturnType<typeof restClient>; readonly documentId: string },
  code: string,
  more: Partial<Parameters<PhoneServer['signOwnPhone']>[0]['body']> = {},
) {
  const { content_hash } = await tablet.getVersion({ document: documentId, version: '1' });
  const at = new Date(world.clock.now()).toISOString();
  const { language, text_hash } = statementIn('pl');
  return {
    code,
    version: 1,
    content_hash,
    language,
    text_hash,
    signature: { width: 300, height: 150, strokes: strokes() },
    wrong_answers: null,
    signed_at: at,
    sent_at: at,
    timezone: 'Europe/London',
    ...more,
  };
}
