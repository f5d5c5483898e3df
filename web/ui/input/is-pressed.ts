/** A box, a choice or a button: it is pressed, and nothing is written in it. */
export function isPressed(field: Element): boolean {
  return field.matches('input:is([type=checkbox], [type=radio], [type=button], [type=submit])');
}
