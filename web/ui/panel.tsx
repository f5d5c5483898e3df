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

/** A fact with its name, in a list of facts. */
export function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div class="fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
