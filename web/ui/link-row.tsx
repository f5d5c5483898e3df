/** A row of a list that opens as a whole: its icon, its title, and what is said about it; at its end what else there is. */
import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.tsx';

export function LinkRow({
  icon,
  href,
  title,
  about,
  children,
}: {
  readonly icon: IconName;
  readonly href: string;
  readonly title: string;
  /** Each that there is, on one line. */
  readonly about: readonly (string | null | undefined)[];
  readonly children?: ComponentChildren;
}) {
  return (
    <li>
      <Icon name={icon} size={20} />
      <span class="main">
        <a class="title two-lines" href={href}>
          {title}
        </a>
        <span class="second">{about.filter(Boolean).join(' · ')}</span>
      </span>
      {children}
    </li>
  );
}
