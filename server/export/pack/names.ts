/**
 * Names of files in a pack: readable, and safe wherever it is unpacked. No name leaves its folder, hides its ending, is a device of Windows, or
 * is the same as another where letter case or Unicode form does not count.
 */

/** Separators, what Windows refuses, controls, and characters that turn text around or cannot be seen. */
const unsafe = /[/\\<>:"|?*\p{C}\p{Zl}\p{Zp}]+/gu;

/** Devices of Windows, whatever ending they have, and with blanks before it. */
const reserved = /^(con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]) *$/i;

/** In UTF-8, without folder and ending; 255 is the limit of a name on most disks. */
const mostBytes = 120;

export class PackNames {
  readonly #taken = new Set<string>();

  /** `documents/RAMS-007 v2 Roof.pdf`; a second one is `… (2).pdf`. `folder` and `ending` are the server's own. */
  path(folder: string, name: string, ending: string): string {
    const safe = safeName(name);
    for (let count = 1; ; count += 1) {
      const path = `${folder === '' ? '' : `${folder}/`}${safe}${count === 1 ? '' : ` (${count})`}.${ending}`;
      const key = path.normalize('NFKC').toLowerCase();
      if (this.#taken.has(key)) continue;
      this.#taken.add(key);
      return path;
    }
  }
}

export function safeName(name: string): string {
  const plain = name
    .toWellFormed()
    .normalize('NFC')
    .replace(unsafe, '-')
    .replace(/\.{2,}/g, '')
    .replace(/\s+/g, ' ');
  const short = cut(plain).replace(/^[\s.-]+|[\s.-]+$/g, '');
  if (short === '') return 'unnamed';
  return reserved.test(short.split('.')[0] ?? '') ? `_${short}` : short;
}

/** Whole characters only. */
function cut(text: string): string {
  const encoder = new TextEncoder();
  let kept = '';
  let bytes = 0;
  for (const character of text) {
    bytes += encoder.encode(character).length;
    if (bytes > mostBytes) return kept;
    kept += character;
  }
  return kept;
}
