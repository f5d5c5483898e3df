/** What holds for every call, told once: the description of the document and the opening of the docs page. */

interface Topic {
  readonly title: string;
  readonly text: string;
}

export const guide: readonly Topic[] = [
  {
    title: 'Tokens',
    text: 'Every call carries `Authorization: Bearer <token>`. A token acts with one role in one organisation, and may be narrowed by scopes; each operation names the permission that it needs. Only signed links, such as the `download_url` of an export, work without one.',
  },
  {
    title: 'Bodies',
    text: 'JSON in UTF-8, at most 1 MiB. A single resource is the bare object, a list `{data, meta}`. Members that mean nothing here are ignored and named in `X-Ignored-Fields`; read-only ones are ignored silently, so that what was read can be edited and sent back.',
  },
  {
    title: 'Changes',
    text: 'PUT changes the fields that are sent; an absent field stays as it is, and null clears one. PATCH does the same, and as `application/merge-patch+json` (RFC 7396) reaches into objects. Every single resource has an `ETag`; give it back in `If-Match`, and the call is refused with 412 where somebody else was faster.',
  },
  {
    title: 'Sending again',
    text: 'A create with your own `id` (UUID, version 7 is best) may be sent again for ever: the same content is answered with 200 and what is there. Any POST may carry an `Idempotency-Key`: the same request again gets the first answer, and has no second effect.',
  },
  {
    title: 'Lists',
    text: 'Lists of the organisation have 25 rows a page, and at most 100. Lists that hang on one resource are complete on one page unless `page` or `per_page` is given; `page` alone means 25 rows a page. To walk a list to its end, give `meta.next_cursor` as `cursor`, with the same filters, instead of counting pages: what is added meanwhile neither shifts nor doubles a row. A list parameter takes several values with commas. `updated_since` is inclusive, and times strictly increase: take the last `updated_at`, ask again, and nothing is skipped.',
  },
  {
    title: 'Polling',
    text: 'Every reading answers with an `ETag`; give it back in `If-None-Match`, and where nothing has changed the answer is 304. `RateLimit-Policy` and `RateLimit` say how often one may ask; beyond that it is 429 with `Retry-After`.',
  },
  {
    title: 'Problems',
    text: 'Every 4xx and 5xx answer is `application/problem+json` (RFC 9457) with a stable `code` from a closed list, and `errors` that point at each field. Unknown addresses are 404, other methods 405 with `Allow`.',
  },
  {
    title: 'Times and ids',
    text: 'Times are RFC 3339 in UTC with milliseconds, dates `YYYY-MM-DD`, ids UUIDs. In a reply, null says that nothing was given. Replies may get further fields, and lists of values in replies may grow; everything else is kept.',
  },
];

export const description = guide.map(({ title, text }) => `## ${title}\n\n${text}`).join('\n\n');
