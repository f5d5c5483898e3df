/** Whether a sign-off counts, as the register prints it. */
import type { JsonObject } from '../../../../shared/base/json.ts';
import type { Part } from '../blocks.ts';
import { text } from '../make.ts';
import { objectOf, plain } from '../read.ts';
import { labelOf, timeOf } from '../words.ts';

/** false: voided, declined or a duplicate; the row proves nothing by itself. */
export function counts(signoff: JsonObject): boolean {
  return ['recorded', ''].includes(plain(signoff['status']));
}

/** The printed number of each sign-off, by its id. */
export type RowNumbers = ReadonlyMap<string, number>;

export function validityParts(signoff: JsonObject, rows: RowNumbers, timezone: string): readonly Part[] {
  const notes = plain(signoff['notes']);
  return [
    ...statusParts(plain(signoff['status']), signoff, rows, timezone),
    ...currencyParts(plain(signoff['currency'])),
    ...(notes ? [text(`Note: ${notes}`, 'muted')] : []),
  ];
}

function statusParts(status: string, signoff: JsonObject, rows: RowNumbers, timezone: string): readonly Part[] {
  const annulment = objectOf(signoff['void']);
  const declined = objectOf(signoff['declined']);
  if (status === 'voided') {
    const by = [plain(annulment['voided_by']), timeOf(plain(annulment['voided_at']), timezone)]
      .filter(Boolean)
      .join(', ');
    return [text(`VOIDED${by ? ` by ${by}` : ''}`, 'alarm'), ...reason(annulment)];
  }
  if (status === 'declined') {
    const code = plain(declined['code']);
    const next = plain(declined['follow_up']);
    return [
      text(`DECLINED${code ? `: ${labelOf(code).toLowerCase()}` : ''}`, 'alarm'),
      ...reason(declined),
      ...(next ? [text(`Follow-up: ${next}`)] : []),
    ];
  }
  if (status === 'duplicate') {
    const original = rows.get(plain(signoff['duplicate_of']));
    return [text('DUPLICATE', 'alarm'), text(original ? `Of row ${original}` : 'Of another sign-off', 'muted')];
  }
  return status === '' || status === 'recorded' ? [] : [text(labelOf(status), 'alarm')];
}

function reason(record: JsonObject): readonly Part[] {
  const words = plain(record['reason']);
  return words ? [text(`Reason: ${words}`)] : [];
}

function currencyParts(currency: string): readonly Part[] {
  if (currency === 'superseded') return [text('SUPERSEDED: a later version has been approved since', 'strong')];
  if (currency === 'stale_at_capture')
    return [text('STALE: signed for a version that was already superseded', 'alarm')];
  return currency === 'document_archived' ? [text('The document is archived', 'muted')] : [];
}
