/** What holds for every call: the description of the document, and so the opening of the docs page. */

interface Topic {
  readonly title: string;
  readonly text: string;
}

export const guide: readonly Topic[] = [
  {
    title: 'Tokens',
    text: 'Every call carries `Authorization: Bearer <token>`. A token acts with one role in one organisation and may be limited by scopes; each operation names the permission it needs (`x-permission`). Only signed links, such as the `download_url` of an export, work without one.',
  },
  {
    title: 'Bodies',
    text: 'JSON in UTF-8, at most 1 MiB. A single resource is the bare object, a list `{data, meta}`. Unknown members are ignored and listed in `X-Ignored-Fields`; read-only members are ignored silently, so a response can be edited and sent back. Unknown query parameters are ignored and listed in `X-Ignored-Parameters`. With `Prefer: handling=strict` (RFC 7240) both are refused with 422 instead, and the response has `Preference-Applied`.',
  },
  {
    title: 'Changes',
    text: 'PUT changes the fields that are sent; an absent field keeps its value, and null clears it. PATCH does the same, and as `application/merge-patch+json` (RFC 7396) merges nested objects. Every single resource has an `ETag`; send it in `If-Match`, and the call fails with 412 if someone else has changed the resource since.',
  },
  {
    title: 'Safe retries',
    text: 'A create with your own `id` (UUID, version 7 is best) can be repeated at any time: the same content gets 200 and the existing record. Any call that changes something may carry an `Idempotency-Key`: repeating the request returns the first response and has no second effect.',
  },
  {
    title: 'Lists',
    text: 'Lists of the organisation have 25 rows per page by default and 100 at most. Lists of one resource are complete on one page unless `page` or `per_page` is given; `page` alone means 25 rows per page. To read a list to its end, pass `meta.next_cursor` as `cursor` with the same filters instead of counting pages: rows that are added meanwhile are neither skipped nor repeated. A list parameter takes several values, separated by commas. `updated_since` is inclusive and times strictly increase: continue from the last `updated_at`, and nothing is skipped. Such a list is read by `next_cursor`, or page after page from page 1. If a cursor, or the `after` of the event feed, is answered 409 `history_changed`, the server was restored from a backup: what you read may be gone, and other events may have taken its place. Forget the cursor and read everything again from the start.',
  },
  {
    title: 'Polling',
    text: 'Every GET returns an `ETag`; send it in `If-None-Match`, and the response is 304 if nothing has changed. `RateLimit-Policy` and `RateLimit` state the limits; beyond them the response is 429 with `Retry-After`.',
  },
  {
    title: 'Problems',
    text: 'Every 4xx and 5xx response is `application/problem+json` (RFC 9457) with a stable `code` from a closed list, and `errors` that point to each field. Its `type` is the address of an explanation. Unknown addresses are 404, other methods 405 with `Allow`.',
  },
  {
    title: 'Times and ids',
    text: 'Times are RFC 3339 in UTC with milliseconds, dates `YYYY-MM-DD`, ids UUIDs. In a response, null means that no value was given. Responses may gain fields, and enumerations in responses may gain values; everything else is stable.',
  },
];

export const description = guide.map(({ title, text }) => `## ${title}\n\n${text}`).join('\n\n');
