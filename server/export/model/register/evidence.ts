/** The annex of the register: how each sign-off was recorded, and the digits that match its row with its record. */
import type { Json, JsonObject } from '../../../../shared/base/json.ts';
import type { Block } from '../blocks.ts';
import { dense, heading, paragraph } from '../make.ts';
import { listOf, objectOf, plain } from '../read.ts';
import { labelOf } from '../words.ts';
import type { RowNumbers } from './signoff-validity.ts';

export function evidence(signoffs: readonly JsonObject[], rows: RowNumbers): readonly Block[] {
  const lines = signoffs.map((signoff) => {
    const row = rows.get(plain(signoff['id']));
    return paragraph(`Row ${row ?? '–'}: ${recorded(signoff)}`, 'fine');
  });
  return [heading(2, 'Evidence of each row'), ...dense(lines)];
}

function recorded(signoff: JsonObject): string {
  const capture = objectOf(signoff['capture']);
  const method = plain(capture['method']);
  const assurance = plain(capture['identity_assurance']);
  const clock = plain(capture['clock_confidence']);
  const said = [
    method === 'api' ? 'Recorded by external system' : deviceWords(labelOf(method), plain(capture['device_label'])),
    labelOf(assurance).toLowerCase(),
    clock && `clock ${labelOf(clock).toLowerCase()}`,
    capture['offline'] === true ? 'offline' : '',
    opened(signoff),
    ...seals(signoff),
    flags(signoff),
  ];
  return said.filter(Boolean).join('; ');
}

/** A device's label often begins with the method. */
function deviceWords(method: string, device: string): string {
  if (device.toLowerCase().startsWith(method.toLowerCase())) return device;
  return [method, device].filter(Boolean).join(': ');
}

function opened(signoff: JsonObject): string {
  const reading = objectOf(signoff['reading']);
  if (!reading['sections_total']) return '';
  return `${plain(reading['sections_viewed'])} of ${plain(reading['sections_total'])} sections read, ${plain(reading['seconds_on_document'])} s`;
}

/** The first digits of the two hashes that match a row with its record. */
function seals(signoff: JsonObject): readonly string[] {
  const drawn = digits(objectOf(signoff['signature'])['sha256']);
  const sealed = digits(objectOf(signoff['integrity'])['payload_hash']);
  return [drawn && `ink ${drawn}`, sealed && `seal ${sealed}`];
}

function digits(value: Json | undefined): string {
  return plain(value)
    .replace(/^sha256:/, '')
    .slice(0, 8);
}

function flags(signoff: JsonObject): string {
  const words = listOf(signoff['flags']).map((flag) => labelOf(plain(flag)).toLowerCase());
  return words.length > 0 ? `flags: ${words.join(', ')}` : '';
}
