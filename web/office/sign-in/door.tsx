/** The page before the office: the mark, one thing to do, and a line at the foot. */
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { Mark } from '../../ui/mark.tsx';
import { Title } from '../../ui/title.tsx';

export function Door({
  title,
  foot,
  children,
}: {
  readonly title: string;
  readonly foot: string;
  readonly children: ComponentChildren;
}) {
  useEffect(() => {
    document.title = `${title} · Sitefile`;
  }, [title]);
  return (
    <main class="door">
      <div class="door-mark">
        <Mark size={30} /> Sitefile
      </div>
      <div class="door-body">
        <Title>{title}</Title>
        {children}
      </div>
      <p class="quiet">{foot}</p>
    </main>
  );
}
