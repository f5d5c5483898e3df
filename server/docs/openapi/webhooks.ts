/** The webhooks of the document: the payload of each event, and the headers that authenticate it. */
import * as z from 'zod';
import { eventNames, eventPayload, type EventName } from '../../../shared/model/event.ts';
import { ids } from './example-ids.ts';
import { events } from './events.ts';
import type { SchemaBook } from './schemas.ts';
import { tidy } from './tidy.ts';
import type { Parameter, Paths, Schema } from './types.ts';

const headers: readonly Parameter[] = [
  header(
    'X-Service-Signature',
    '`sha256=` and the lower-case hex HMAC-SHA256 of the raw body under the secret; under the old secret until the `handover_until` of a rotation, and then `X-Service-Signature-Next` has the new one.',
  ),
  header('X-Service-Event', 'Name of the event.'),
  header('X-Service-Delivery', 'Id of the delivery, the same for all attempts.'),
  header('X-Service-Attempt', 'Number of the attempt, from 1.'),
  header(
    'webhook-id',
    'Id of the event, the same for all subscriptions; use it to detect duplicates (Standard Webhooks).',
  ),
  header('webhook-timestamp', 'Seconds since 1970 at the start of the attempt (Standard Webhooks).'),
  header(
    'webhook-signature',
    '`v1,` and the base64 HMAC-SHA256 of id, timestamp and body (Standard Webhooks); two, separated by a space, until the `handover_until` of a rotation.',
  ),
];

export function webhooksOf(book: SchemaBook): Paths {
  return Object.fromEntries(eventNames.map((name) => [name, webhook(name, book)]));
}

function webhook(name: EventName, book: SchemaBook): Paths[string] {
  const { cause, data, example } = events[name];
  const schema = book.add(payloadName(name), payload(name, tidy(JSON.parse(JSON.stringify(z.toJSONSchema(data))))));
  const value = eventPayload(
    { name, data: example },
    '2026-11-16T09:00:00.123Z',
    ids.organisation,
    'msg_018f2f6a00007000',
    412,
  );
  return {
    post: {
      operationId: `on${payloadName(name).replace(/Event$/, '')}`,
      summary: cause,
      tags: ['Webhooks'],
      security: [],
      parameters: headers,
      requestBody: {
        required: true,
        content: { 'application/json': { schema, examples: { event: { value } } } },
      },
      responses: {
        '2XX': { description: 'Received. Any other response, including redirects, is a failure and is retried.' },
      },
    },
  };
}

/** `DocumentApprovedEvent` of `document.approved`. */
function payloadName(event: string): string {
  return `${event.replaceAll(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase())}Event`;
}

/** The envelope of shared/model/event.ts around the data of one event. */
function payload(name: string, data: Schema): Schema {
  return {
    type: 'object',
    properties: {
      event: { type: 'string', const: name },
      timestamp: {
        type: 'string',
        format: 'date-time',
        description: 'When it happened; strictly increases within an organisation.',
      },
      data,
      type: { type: 'string', const: name, description: 'The same as `event`, for Standard Webhooks tools.' },
      id: { type: 'string', description: 'The `webhook-id`.' },
      sequence: { type: 'integer', minimum: 1, description: 'Position in the event feed.' },
      api_version: { type: 'string', const: 'v1' },
    },
    required: ['event', 'timestamp', 'data', 'type', 'id', 'sequence', 'api_version'],
  };
}

function header(name: string, description: string): Parameter {
  return { name, in: 'header', required: true, description, schema: { type: 'string' } };
}
