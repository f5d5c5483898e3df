/** The keys that work in a review, in words. */
import { Keys } from '../../../ui/tabs.tsx';
import { hasCharacterKeys } from '../../frame/key-commands.ts';

export function ChangeKeys({ mayComment }: { readonly mayComment: boolean }) {
  if (!hasCharacterKeys()) return null;
  return (
    <div class="pad keys-line">
      <Keys keys={[['J', 'next'], ['K', 'previous'], ...(mayComment ? [['C', 'comment'] as const] : [])]} />
    </div>
  );
}
