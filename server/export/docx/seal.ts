/** Makes the bytes of a DOCX repeatable: docx writes the current time into the core properties and into every zip entry. */
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';

/** The earliest time a zip entry can hold. Zip times have no zone, so it is local time. */
const zipEpoch = new Date(1980, 0, 1);

export function sealed(archive: ArrayBuffer, madeAt: Date): Uint8Array<ArrayBuffer> {
  const parts = unzipSync(new Uint8Array(archive));
  const dated = Object.fromEntries(
    Object.entries(parts).map(([path, bytes]) => [
      path,
      path === 'docProps/core.xml' ? withDates(bytes, madeAt) : bytes,
    ]),
  );
  return zipSync(dated, { mtime: zipEpoch, level: 6 });
}

function withDates(core: Uint8Array, madeAt: Date): Uint8Array {
  const stamp = `${madeAt.toISOString().slice(0, 19)}Z`;
  const dates = /(<dcterms:(?:created|modified)[^>]*>)[^<]*(<\/dcterms:)/g;
  return strToU8(strFromU8(core).replace(dates, `$1${stamp}$2`));
}
