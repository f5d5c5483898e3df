/** The code of a print, with which anybody can check it (contract, Exports, EX150): as a QR code, and as an address and digits to type. */
import { spacedCode } from '../../../base/check-url.ts';
import type { ExportInput, PrintCheck } from '../../input.ts';
import type { Block, Part } from '../blocks.ts';
import { cell, facts, text } from '../make.ts';

type Qr = Extract<Part, { kind: 'qr' }>;

/** Points, the light margin included: 19 mm at the head of a form that is to fit its page, else 25 mm. */
const smallSize = 55;
const roomySize = 71;

/** For the head of page one. */
export function headCheck({ check }: ExportInput, isDense: boolean): Pick<Extract<Block, { kind: 'title' }>, 'check'> {
  if (!check) return {};
  return { check: { mark: qrOf(check, isDense ? smallSize : roomySize), words: `Check this print: ${typed(check)}` } };
}

/** For the section that says how to check a copy. */
export function checkOnline({ check }: ExportInput): readonly Block[] {
  if (!check) return [];
  const words =
    'Scan the code, or open the address and type the code. The page says whether this version is in force; nobody has to sign in.';
  return facts('Checking this copy online', [
    ['Check online', cell(qrOf(check, roomySize), text(typed(check), 'strong'), text(words, 'muted'))],
  ]);
}

/** What to do with a copy, in a sentence or two. */
export function compareBefore({ check }: ExportInput): string {
  const compare = 'Compare the version and the content hash with Sitefile before work starts.';
  const online = check ? `Check it before work starts: ${typed(check)}.` : compare;
  return `${online} A superseded copy is not to be worked to.`;
}

function qrOf(check: PrintCheck, most: number): Qr {
  return { kind: 'qr', code: check.url, most, alt: `QR code to check this print online: ${typed(check)}` };
}

/** The code first: an address that is too long for its line is cut. Not broken within the digits. */
function typed({ address, code }: PrintCheck): string {
  return `code ${spacedCode(code).replaceAll(' ', '\u00a0')} at ${address}`;
}
