/** What the comparison of sign-offs with their hashes found, in words: how many match, and which do not, with the way to them. */
import type { Tone } from '../../../ui/icon.tsx';
import type { Odd, Verified } from './compare-all.ts';

export function toneOf({ wrong, bare }: Verified, since = 0): Tone {
  if (wrong.length > 0) return 'stop';
  return bare.length > 0 || since > 0 ? 'care' : 'safe';
}

/** Said wherever seals are compared, so that nobody takes them for more. */
export const unsealedWords =
  'A typed name, a witness, a refusal, what is said of the briefing, and whether it is void are not in the seal: the server compares them with its audit log.';

/** `since` = how many came in after it. */
export function Found({ of, since = 0 }: { readonly of: Verified; readonly since?: number }) {
  return (
    <>
      {since > 0 && (
        <p>
          {since === 1
            ? 'One sign-off came in since, and is not compared yet.'
            : `${since} sign-offs came in since, and are not compared yet.`}
        </p>
      )}
      <Verdict isAll={since === 0} of={of} />
      <p class="second">{unsealedWords}</p>
    </>
  );
}

function Verdict({ of: { holds, wrong, bare }, isAll }: { readonly of: Verified; readonly isAll: boolean }) {
  if (wrong.length === 0 && bare.length === 0)
    return holds === 0 ? (
      <>There is no sign-off to compare.</>
    ) : (
      <>
        {isAll ? `All ${holds}` : holds} sign-offs match their hashes, compared in this browser{' '}
        {isAll ? 'just now' : 'before that'}.
      </>
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
          Not all of these could be compared: something was never recorded with them, or is gone.
          <Those of={bare} />
        </>
      )}
      {holds > 0 && `${holds} match their hashes, compared in this browser ${isAll ? 'just now' : 'before that'}.`}
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
