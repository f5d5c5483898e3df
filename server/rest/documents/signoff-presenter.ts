/** Shows the sign-offs of a document with their current validity. */
import type * as z from 'zod';
import { currencyOf, latestEquivalent } from '../../../shared/model/validity.ts';
import type { StoredRecord } from '../../../shared/model/record.ts';
import { present } from '../../../shared/present.ts';
import type { Version } from '../../../shared/resources/document/version.ts';
import type { Signoff } from '../../../shared/resources/signoff/signoff.ts';
import { signoffReply } from '../../../shared/rest/shapes.ts';

/** `records` = the versions of the document. */
export function presenterAmong(
  document: StoredRecord,
  records: readonly StoredRecord[],
): (record: StoredRecord) => z.output<typeof signoffReply> {
  const versions = records.map(({ body }) => body as unknown as Version); // records of kind version hold bodies of its schema
  const statesByVersion = new Map(versions.map((each) => [each.version, latestEquivalent(each, versions).state]));
  const status = String(document.body['status']);
  return (record) => {
    const signoff = record.body as unknown as Signoff; // a record of kind signoff holds a body of its schema
    const currency = currencyOf(signoff, statesByVersion.get(signoff.document_version ?? 0), status);
    return present(signoffReply, record, { currency });
  };
}
