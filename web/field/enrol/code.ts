/** The code in what was scanned, typed or opened: the address of the QR code holds it behind `#`. */
export function codeIn(text: string): string {
  const code = text.slice(text.indexOf('#') + 1).trim();
  try {
    return decodeURIComponent(code);
  } catch {
    return code; // cut off: the server says that it is wrong
  }
}
