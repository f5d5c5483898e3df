/** Sanitises user text for e-mail: plain text that cannot inject headers or SMTP commands (contract, E-mail, ML5). */

/** One line, for subjects, names and addresses: line ends and control characters become spaces. */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
}

/** Several lines, for the body: removes control characters but line ends and tabs. */
export function lines(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?|[\p{Zl}\p{Zp}]/gu, '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .trim();
}
