/** A panel: a titled box of rows on the canvas. Panels do not lie in panels. */
import type { ComponentChildren } from 'preact';

export function Panel({
  title,
  count,
  actions,
  part,
  children,
}: {
  readonly title?: string;
  readonly count?: number | string;
  readonly actions?: ComponentChildren;
  /** Where a link can move the focus to it: its id is `part-` and this. */
  readonly part?: string;
  readonly children: ComponentChildren;
}) {
  return (
    <section aria-label={title} class="panel" {...(part === undefined ? {} : { id: `part-${part}`, tabIndex: -1 })}>
      {title !== undefined && (
        <header>
          <h2>{title}</h2>
          {count !== undefined && <span class="quiet">{count}</span>}
          {actions && <span class="actions">{actions}</span>}
        </header>
      )}
      {children}
    </section>
  );
}
