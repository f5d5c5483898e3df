/**
 * Text as Word wants it: a stretch of right-to-left letters is a run of its own, and a script that Calibri lacks names a font that
 * Windows and macOS have. Word picks `cs` or `eastAsia` by the characters; other programs substitute what they have.
 */
import type { IFontAttributesProperties } from 'docx';
import { hasRightToLeft, withoutIsolates } from '../fonts/isolation.ts';

export interface ScriptRun {
  readonly text: string;
  readonly rightToLeft: boolean;
  readonly font: IFontAttributesProperties | null;
}

const complexFonts: readonly (readonly [characters: RegExp, font: string])[] = [
  [/[\p{Script=Arab}\p{Script=Hebr}]/u, 'Arial'],
  [
    /[\p{Script=Deva}\p{Script=Beng}\p{Script=Guru}\p{Script=Gujr}\p{Script=Taml}\p{Script=Telu}\p{Script=Knda}\p{Script=Mlym}\p{Script=Sinh}]/u,
    'Nirmala UI',
  ],
  [/[\p{Script=Thai}\p{Script=Laoo}\p{Script=Khmr}]/u, 'Leelawadee UI'],
  [/\p{Script=Mymr}/u, 'Myanmar Text'],
  [/\p{Script=Ethi}/u, 'Ebrima'],
];

const eastAsianFonts: readonly (readonly [characters: RegExp, font: string])[] = [
  [/[\p{Script=Hira}\p{Script=Kana}]/u, 'Yu Gothic'],
  [/\p{Script=Hang}/u, 'Malgun Gothic'],
  [/[\p{Script=Hani}\p{Script=Bopo}]/u, 'Microsoft YaHei'],
];

/** A right-to-left word with what stands between it and the next one. */
const rightToLeftStretch =
  /(\u2068[^\u2068\u2069]*\u2069|[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc](?:[^\n]*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc])?)/u;

export function scriptRuns(text: string): readonly ScriptRun[] {
  if (!hasRightToLeft(text)) return [{ text: withoutIsolates(text), rightToLeft: false, font: fontOf(text) }];
  return text
    .split(rightToLeftStretch)
    .filter((part) => part !== '')
    .map((part) => ({ text: withoutIsolates(part), rightToLeft: hasRightToLeft(part), font: fontOf(part) }));
}

/** Whether a paragraph of these texts begins at the right: most of it runs from there, and not only the name that it begins with. */
export function isRightToLeft(texts: readonly string[]): boolean {
  const letters = texts.join('').match(/\p{L}/gu) ?? [];
  return letters.filter(hasRightToLeft).length * 2 > letters.length;
}

function fontOf(text: string): IFontAttributesProperties | null {
  const cs = complexFonts.find(([characters]) => characters.test(text))?.[1];
  const eastAsia = eastAsianFonts.find(([characters]) => characters.test(text))?.[1];
  if (!cs && !eastAsia) return null;
  return { ascii: 'Calibri', hAnsi: 'Calibri', ...(cs ? { cs } : {}), ...(eastAsia ? { eastAsia } : {}) };
}
