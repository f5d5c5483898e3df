/** One screen in the frame: its title, what can be done, the search box, and its content. */
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { Icon } from '../../ui/icon.tsx';
import { Title } from '../../ui/title.tsx';
import { SearchBox } from './search-box.tsx';

export function Screen({
  title,
  before,
  actions,
  children,
}: {
  readonly title: string;
  /** Before the title: a way back, a plate. */
  readonly before?: ComponentChildren;
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}) {
  useEffect(() => {
    document.title = `${title} · Sitefile`;
  }, [title]);
  return (
    <>
      <header class="screen-head">
        {before}
        <Title>{title}</Title>
        {actions && <span class="actions">{actions}</span>}
        <SearchBox />
        <a aria-label="Notifications" class="icon-button" href="/office/notifications" title="Notifications">
          <Icon name="mail" size={20} />
        </a>
      </header>
      <main class="screen-body">{children}</main>
    </>
  );
}
