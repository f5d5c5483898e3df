/** A panel: a titled box of rows on the canvas. Panels do not lie in panels. */
import type { ComponentChildren } from 'preact';

export function Panel({
  title,
  count,
  actions,
  children,
}: {
  readonly title?: string;
  readonly count?: number | string;
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}) {
  return (
    <section aria-label={title} class="panel">
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
