/** What the comparison of sign-offs with their hashes found, in words: how many match, and which do not, with the way to them. */
import type { Tone } from '../../../ui/icon.tsx';
import type { Odd, Verified } from './compare-all.ts';

export function toneOf({ wrong, bare }: Verified): Tone {
  if (wrong.length > 0) return 'stop';
  return bare.length > 0 ? 'care' : 'safe';
}

export function Found({ of: { holds, wrong, bare } }: { readonly of: Verified }) {
  if (wrong.length === 0 && bare.length === 0)
    return holds === 0 ? (
      <>There is no sign-off to compare.</>
    ) : (
      <>All {holds} sign-offs match their hashes, compared in this browser just now.</>
    );
  return (
    <>
      {wrong.length > 0 && (
        <>
          {wrong.length === 1 ? 'One thing does' : `${wrong.length} things do`} not match. Keep the tablet and ask who
          held it.
          <Those of={wrong} />
        </>
      )}
      {bare.length > 0 && (
        <>
          Not all of these could be compared, for something was never recorded with them.
          <Those of={bare} />
        </>
      )}
      {holds > 0 && `${holds} match their hashes, compared in this browser just now.`}
    </>
  );
}

function Those({ of: those }: { readonly of: readonly Odd[] }) {
  return (
    <ul class="bullets">
      {those.map(({ id, name, href, what }) => (
        <li key={`${id} ${what}`}>
          <a href={href}>{name}</a>: {what}
        </li>
      ))}
    </ul>
  );
}
