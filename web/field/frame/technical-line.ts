/** What went wrong, in a line for who helps. */

const mostLetters = 200;

/** What kind it is and what it says, without where in the program it was. */
export function technicalLine(error: unknown): string {
  if (!(error instanceof Error)) return String(error).slice(0, mostLetters);
  const { name, message } = error;
  const kind = ('code' in error && error.code) || ('fault' in error && error.fault);
  const parts = [name, typeof kind === 'string' ? kind : '', message.split('\n')[0]];
  return parts.filter(Boolean).join(' · ').slice(0, mostLetters);
}
