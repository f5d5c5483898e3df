/**
 * Who else is in a document, told on the stream (contract, Web, WB25): a person or a tablet says which document it has open, and at which
 * entry of it somebody works, and is told the names of the others. Nothing of it is stored. Apart from the messages of devices, which need none of this.
 */
import * as z from 'zod';
import { once } from '../base/once.ts';
import { recordId } from '../model/fields.ts';
import { streamHello } from './sync.ts';

/** First frame: a page of the server's own has no token but the session of its browser, whose user it names. */
export const presenceHello = once(() =>
  streamHello().extend({
    token: streamHello().shape.token.nullable(),
    page_of: z.string().max(100).nullable().optional(),
  }),
);
export type PresenceHello = z.input<ReturnType<typeof presenceHello>>;

/** `document` null = none any more. `entry` = the section, hazard, person or substance that has the focus there; null or absent = none. */
export const hereFrame = once(() =>
  z.object({
    type: z.literal('here'),
    document: recordId.nullable(),
    entry: recordId.nullable().optional(),
  }),
);

/** `people` = the others, each once, by name, with the entry where they were last seen. */
export const presentFrame = once(() =>
  z.object({
    type: z.literal('present'),
    document: z.string(),
    people: z.array(z.object({ name: z.string(), entry: z.string().optional() })),
  }),
);
export type PresentFrame = z.infer<ReturnType<typeof presentFrame>>;
