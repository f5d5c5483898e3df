/** Two texts side by side, each under the name of its field: what was taken out is crossed out, what was added is underlined. */
import { hunksBetween } from '../../../../shared/merge/token-diff.ts';

interface Texts {
  readonly label: string;
  readonly before: string;
  readonly after: string;
}

export function WordDiff({ label, before, after }: Texts) {
  const [old, fresh] = [before, after].map((text) => text.split(/(\s+)/));
  const parts = partsOf(old ?? [], fresh ?? []);
  return (
    <>
      <td>
        <span class="of second">{label}</span>
        {parts.map(({ was, isSame }, i) => (isSame ? was : was && <del key={i}>{was}</del>))}
      </td>
      <td>
        <span class="of second">{label}</span>
        {parts.map(({ is, isSame }, i) => (isSame ? is : is && <ins key={i}>{is}</ins>))}
      </td>
    </>
  );
}

interface Part {
  readonly was: string;
  readonly is: string;
  readonly isSame: boolean;
}

function partsOf(before: readonly string[], after: readonly string[]): Part[] {
  const parts: Part[] = [];
  let at = 0;
  for (const { start, end, tokens } of hunksBetween(before, after)) {
    const same = before.slice(at, start).join('');
    parts.push({ was: same, is: same, isSame: true });
    parts.push({ was: before.slice(start, end).join(''), is: tokens.join(''), isSame: false });
    at = end;
  }
  const rest = before.slice(at).join('');
  return [...parts, { was: rest, is: rest, isSame: true }];
}
