/** The code of a print, with which anybody can check it (contract, Exports, EX150): as a QR code, and as an address and digits to type. */
import { spacedCode } from '../../../base/check-url.ts';
import type { ExportInput, PrintCheck } from '../../input.ts';
import type { Block, Part } from '../blocks.ts';
import { cell, text } from '../make.ts';

type Qr = Extract<Part, { kind: 'qr' }>;

/** Points, the light margin included: 19 mm at the head of a form that is to fit its page, else 25 mm. */
const smallSize = 55;
const roomySize = 71;

/** For the head of page one. */
export function headCheck({ check }: ExportInput, isDense: boolean): Pick<Extract<Block, { kind: 'title' }>, 'check'> {
  if (!check) return {};
  const before = isDense ? 'Check' : 'Check this print';
  return { check: { mark: qrOf(check, isDense ? smallSize : roomySize), words: `${before}: ${typed(check)}` } };
}

/** What says how to check a copy, with the code at its left where there is one. */
export function besideCode({ check }: ExportInput, summary: string, parts: readonly Part[]): readonly Block[] {
  const columns = [
    { title: 'Code', width: 17 },
    { title: 'Words', width: 83 },
  ];
  const first = check
    ? 'Before work starts, scan the code, or open the address and type the code: the page says whether this version is in force, and nobody has to sign in.'
    : 'Compare version and hash with Sitefile before work starts.';
  const advice = text(`${first} Paper does not change: never work to a superseded copy.`);
  const cells = check
    ? [
        { ...cell(qrOf(check, roomySize)), align: 'center' as const },
        cell(text(typed(check), 'strong'), advice, ...parts),
      ]
    : [cell(advice, ...parts)];
  const box = { header: false, rowHeader: false, summary };
  return [{ kind: 'table', columns: check ? columns : columns.slice(1), rows: [{ cells }], ...box }];
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
