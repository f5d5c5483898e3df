/** Text that shows nothing: white space, control characters, and characters that no font draws. */
const invisible = /^[\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Trimmed; empty if nothing of it can be seen. */
export function trimmedVisible(text: string): string {
  return invisible.test(text) ? '' : text.trim();
}
