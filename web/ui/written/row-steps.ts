/** Rows in another order: what a key asks for, and where a row goes. */

export type RowStep = 'up' | 'down' | 'below';

/** Null = the key is not one of a row. In some fields the arrows have a meaning of their own. */
export function rowStepOf(event: KeyboardEvent): RowStep | null {
  const { altKey, ctrlKey, metaKey, shiftKey, key, target } = event;
  if (!altKey || ctrlKey || metaKey || shiftKey) return null;
  if (key === 'Enter') return 'below';
  if (target instanceof Element && target.matches('select, [list], [type=date], [type=radio]')) return null;
  return key === 'ArrowUp' ? 'up' : key === 'ArrowDown' ? 'down' : null;
}

/** For the row: a key of it is none of what is around it. */
export function onRowKey(step: ((step: RowStep) => void) | undefined) {
  return (event: KeyboardEvent): void => {
    const asked = step && rowStepOf(event);
    if (!asked) return;
    event.preventDefault();
    event.stopPropagation();
    step(asked);
  };
}

/** Where a row goes that is moved by one; others in between that can't be moved are passed. Undefined = it is the first or last already. */
export function placeBeside(
  at: number,
  step: 'up' | 'down',
  count: number,
  isFixed = (_at: number): boolean => false,
): number | undefined {
  const by = step === 'up' ? -1 : 1;
  for (let to = at + by; to >= 0 && to < count; to += by) if (!isFixed(to)) return to;
  return undefined;
}

/** The list with one of it at another place. */
export function movedTo<Each>(list: readonly Each[], at: number, to: number): readonly Each[] {
  return list.toSpliced(at, 1).toSpliced(to, 0, ...list.slice(at, at + 1));
}
