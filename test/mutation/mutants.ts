/** Small mistakes that could be made in a source file: a bound off by one, a turned condition, a call that is missing. */
import { stripTypeScriptTypes } from 'node:module';

export interface Mutant {
  readonly line: number;
  /** `before → after` */
  readonly change: string;
  /** The whole file as JavaScript, with the mistake in it. Lines are those of the TypeScript. */
  readonly source: string;
}

/** What is replaced, and by what. The patterns see neither types nor the contents of strings and comments. */
const mistakes: readonly (readonly [RegExp, (found: string) => readonly string[]])[] = [
  [/(?<![<=>])(?:<=|>=|<|>)(?![<=>])/g, (operator) => [operator.length === 2 ? operator.slice(0, 1) : `${operator}=`]],
  [/[!=]==/g, (operator) => [operator === '===' ? '!==' : '===']],
  [/&&|\|\|/g, (operator) => [operator === '&&' ? '||' : '&&']],
  [/(?<![\w.$])\d[\d_]*(?:\.\d+)?(?![\w.])/g, (number) => [`(${number} + 1)`, `(${number} - 1)`]],
  [/(?<=\bif )\((?=.*\S)/g, () => ['(!']],
  [/(?<![!\w])!(?=[\w(])/g, () => ['']],
  [/(?<=\breturn )(?:true|false)(?=;)/g, (value) => [value === 'true' ? 'false' : 'true']],
  [/^[ \t]+(?:await )?[a-z]\w*(?:\.\w+)*\([^\n]*\);$/gm, () => [';']],
];

const unread = [
  /\/\*[\s\S]*?\*\//,
  /\/\/[^\n]*/,
  /'(?:\\.|[^'\\\n])*'/,
  /"(?:\\.|[^"\\\n])*"/,
  /`(?:\\[\s\S]|\$\{(?:`[^`]*`|[^}`])*\}|[^`\\])*`/,
  /(?<=[(,=:[!&|?{};]\s*)\/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n])+\/[a-z]*/,
  /^import [\s\S]*?;$/m,
];
const unreadParts = new RegExp(unread.map(({ source }) => source).join('|'), 'gm');

export function mutantsOf(typescript: string): Mutant[] {
  const source = stripTypeScriptTypes(typescript); // types become spaces, so every place stays where it was
  const readable = source.replaceAll(unreadParts, (part) => part.replaceAll(/[^\n]/g, ' '));
  return mistakes.flatMap(([pattern, replacements]) =>
    [...readable.matchAll(pattern)].flatMap((match) => {
      const end = match.index + match[0].length;
      const found = source.slice(match.index, end);
      return replacements(found).map((replacement) => mutate(source, match.index, end, found, replacement));
    }),
  );
}

function mutate(source: string, start: number, end: number, found: string, replacement: string): Mutant {
  const close = replacement === '(!' ? closing(source, start) : undefined;
  const after =
    close === undefined
      ? replacement + source.slice(end)
      : `(!${source.slice(start, close + 1)})${source.slice(close + 1)}`;
  return {
    line: source.slice(0, start).split('\n').length,
    change: close === undefined ? `${found.trim()} → ${replacement || 'nothing'}` : 'if turned',
    source: source.slice(0, start) + after,
  };
}

/** The index of the bracket that closes the one at `start`. A bracket inside a string makes a broken mutant, which counts as killed. */
function closing(source: string, start: number): number {
  let depth = 0;
  for (let i = start; i < source.length; i++) {
    if (source[i] === '(') depth++;
    if (source[i] === ')' && --depth === 0) return i;
  }
  return source.length - 1;
}
