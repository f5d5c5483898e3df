/** Text that shows nothing: white space, control characters, and characters that no font draws. */
const invisible = /^[\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** What turns the text beside it, or breaks its line, and shows nothing of its own. */
const unseenMarks = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/** `by` = what is put in the place of each. */
export function withoutMarks(text: string, by = ''): string {
  return text.replaceAll(unseenMarks, by);
}

/** Trimmed; empty if nothing of it can be seen. */
export function trimmedVisible(text: string): string {
  return invisible.test(text) ? '' : text.trim();
}
