/** One screen in the frame: its title, what can be done, the search box, and its content. */
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { Icon } from '../../ui/icon.tsx';
import { Title } from '../../ui/title.tsx';
import { useLive } from '../base/loaded.ts';
import { rest } from '../base/server.ts';
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
  const unread = useLive('unread', () => rest.listNotifications({ query: { unread: 'true', per_page: 1 } }));
  const count = unread.value?.meta.unread ?? 0;
  const notifications = count > 0 ? `Notifications, ${count} new` : 'Notifications';
  return (
    <>
      <header class="screen-head">
        {before}
        <Title>{title}</Title>
        {actions && <span class="actions">{actions}</span>}
        <SearchBox />
        <a aria-label={notifications} class="icon-button" href="/office/notifications" title={notifications}>
          <Icon name="mail" size={20} />
          {count > 0 && <span class="waiting">{count}</span>}
        </a>
      </header>
      <main class="screen-body">{children}</main>
    </>
  );
}
