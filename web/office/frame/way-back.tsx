/** The arrow before the title of one record, which leads to its list. */
import { Icon } from '../../ui/icon.tsx';

export function WayBack({ to, name }: { readonly to: string; readonly name: string }) {
  return (
    <a aria-label={name} class="icon-button" href={to}>
      <Icon name="arrow-left" size={20} />
    </a>
  );
}
