/** Line endings: long texts are stored and compared with line feeds only, whatever the author's editor writes. */

/** CRLF and CR become LF. */
export function withLineFeeds(text: string): string {
  return text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text;
}
