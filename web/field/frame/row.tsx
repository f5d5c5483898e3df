/** A row that opens something: icon, title, a second line, and the state at the end. */
import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from '../../ui/icon.tsx';

export function Row({
  icon,
  title,
  below,
  end,
  href,
}: {
  readonly icon: IconName;
  readonly title: ComponentChildren;
  readonly below?: ComponentChildren;
  readonly end?: ComponentChildren;
  /** Path below /field. */
  readonly href: string;
}) {
  return (
    <li>
      <a class="row" href={`/field${href}`}>
        <Icon name={icon} size={28} />
        <span class="main">
          <b>{title}</b>
          {below && <span class="second">{below}</span>}
        </span>
        {end && <span class="end">{end}</span>}
        <Icon name="chevron-right" size={24} />
      </a>
    </li>
  );
}
