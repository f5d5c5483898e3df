/** The link at the top of each screen that skips to its content: it moves the focus, and adds no step to go back over. */
export function skip(event: MouseEvent): void {
  event.preventDefault();
  const { hash } = event.currentTarget as HTMLAnchorElement; // the link that has this handler
  document.querySelector<HTMLElement>(hash)?.focus();
}
