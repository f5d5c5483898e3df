/**
 * Where somebody was in a document. Who reads under their own name is there again on another day, until the tablet is signed out. The place
 * of nobody in particular is kept by address, while the window is. A new version begins at the top.
 */
import { changeKept, readKept } from '../../base/kept.ts';
import { whoIn } from '../../base/person-address.ts';

export interface Place {
  /** Ids of the parts that are open. */
  readonly open: readonly string[];
  /** CSS pixels from the top. */
  readonly y: number;
}

export interface Reader {
  readonly document: string;
  /** Undefined until it is known. */
  readonly version: number | undefined;
  /** As addresses name them; empty = nobody in particular. */
  readonly person: string;
  /** The screen. */
  readonly part: string;
}

interface Kept {
  readonly version: number | undefined;
  /** By screen. */
  readonly parts: Readonly<Record<string, Place>>;
}

const top: Place = { open: [], y: 0 };
const prefix = 'reading ';

/** The top where nothing is kept, or the storage fails: a text is read all the same. */
export async function placeOf(reader: Reader, address: string): Promise<Place> {
  if (reader.person === '') return inWindow(reader, address);
  const found = await readKept<Kept>(keyOf(reader)).catch(() => undefined);
  return (found?.version === reader.version && found?.parts[reader.part]) || top;
}

export function keepPlace(reader: Reader, address: string, change: Partial<Place>): void {
  if (reader.person === '') {
    sessionStorage.setItem(windowKey(reader, address), JSON.stringify({ ...inWindow(reader, address), ...change }));
    return;
  }
  const { version, part } = reader;
  void changeKept<Kept>(keyOf(reader), (before) => {
    const parts = before && before.version === version ? before.parts : {};
    return { version, parts: { ...parts, [part]: { ...top, ...parts[part], ...change } } };
  }).catch(() => undefined); // a full tablet begins at the top again
}

function keyOf({ document, person }: Reader): string {
  return `${prefix}${document} ${whoIn(person).key}`;
}

function windowKey({ version }: Reader, address: string): string {
  return `${prefix}${address} ${version}`;
}

function inWindow(reader: Reader, address: string): Place {
  const kept = sessionStorage.getItem(windowKey(reader, address));
  return kept === null ? top : (JSON.parse(kept) as Place); // only `keepPlace` writes it
}
