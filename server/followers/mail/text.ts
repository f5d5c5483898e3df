/** Words that other people wrote, made fit for an e-mail: plain text, in which nothing can be a header or a command (contract, E-mail, ML5). */

/** One line, for subjects, names and addresses: line ends and other controls become spaces. */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
}

/** Several lines, for the body: of the controls only line ends and tabs stay. */
export function lines(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?|[\p{Zl}\p{Zp}]/gu, '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .trim();
}
