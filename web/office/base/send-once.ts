/**
 * One effect for what is sent twice: until it has an answer, the same request to the same address goes under the same key, whether by a
 * second press or by another try after the answer was lost.
 */

const name = 'idempotency-key';
/** By address and content. */
const unanswered = new Map<string, string>();

export async function sendOnce(
  url: string | URL | Request,
  init: RequestInit & { headers: Headers },
): Promise<Response> {
  const { headers, body } = init;
  const fresh = headers.get(name);
  if (fresh === null || body instanceof FormData) return await fetch(url, init);
  const request = JSON.stringify([url, body]);
  headers.set(name, unanswered.get(request) ?? fresh);
  unanswered.set(request, headers.get(name) ?? fresh);
  const answer = await fetch(url, init);
  // One that was cut off is none, and of a server that failed it is not known what it did.
  if (answer.status < 500)
    await answer
      .clone()
      .arrayBuffer()
      .then(() => unanswered.delete(request));
  return answer;
}
