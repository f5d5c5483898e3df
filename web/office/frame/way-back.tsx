/** The arrow before the title of one record, which leads to its list, as it was narrowed. */
import { Icon } from '../../ui/icon.tsx';
import { asLeft } from '../filters/as-left.ts';

export function WayBack({ to, name }: { readonly to: string; readonly name: string }) {
  return (
    <a aria-label={name} class="icon-button" href={asLeft(to)}>
      <Icon name="arrow-left" size={20} />
    </a>
  );
}
