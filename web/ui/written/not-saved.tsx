/** Said at a field that holds what the server did not take, where the field has no place of its own for words. */
import { Icon } from '../icon.tsx';

export const notSaved = 'This is not saved.';

export function NotSaved({ holds }: { readonly holds: boolean }) {
  if (!holds) return null;
  return (
    <div class="field wrong">
      <p class="error">
        <Icon name="circle-alert" size={16} /> {notSaved}
      </p>
    </div>
  );
}
