/** A sample record, and the fields of it to send: all that the server does not set itself. */
import * as z from 'zod';
import type { Json } from '../../../shared/base/json.ts';

export const sampleRecord = z.object({ id: z.uuid() }).catchall(z.json());
export type SampleRecord = z.infer<typeof sampleRecord>;

interface Fields {
  readonly [field: string]: Json;
}

/** New users are active, and the file does not have the PINs of workers. */
const ofEvery = ['created_at', 'updated_at', 'created_by', 'organisation_id', 'revision', 'active', 'pin_set'];

/** The position follows from the order of creation, a rating from its two factors. */
const ofEntry = ['document_id', 'position', 'risk_before', 'band_before', 'risk_after', 'band_after'];

const ofDocument = ['status', 'version', 'current_approved_version', 'content_hash'];

/** Set on arrival, or computed. */
const ofSignoff = ['status', 'currency', 'received_at', 'sync_delay_seconds', 'document_reference'];

export const sentRecord = (fields: Fields): Fields => without(fields, ofEvery);
export const sentEntry = (fields: Fields): Fields => without(fields, [...ofEvery, ...ofEntry]);
export const sentSignoff = (fields: Fields): Fields => without(fields, [...ofEvery, ...ofSignoff, 'id']);

/** Null members are left out of a create. */
export const sentDocument = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(without(fields, [...ofEvery, ...ofDocument])).filter(([, value]) => value !== null),
  );

function without(fields: Fields, left: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([field]) => !left.includes(field)));
}
