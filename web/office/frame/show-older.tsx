/** Below a long list: the button that shows older rows, while there are any, and what else is to say of how far it goes. */
import type { ComponentChildren } from 'preact';
import { Button } from '../../ui/button.tsx';
import type { Older } from './older.ts';
import { Refusal } from './refusal.tsx';

export function ShowOlder({
  of: { hasMore, work, show },
  children,
}: {
  readonly of: Pick<Older<unknown>, 'hasMore' | 'work' | 'show'>;
  readonly children?: ComponentChildren;
}) {
  if (!hasMore) return null;
  return (
    <div class="pad choices">
      <Refusal of={work} />
      <Button busy={work.isBusy} onClick={show}>
        Show older
      </Button>
      {children}
    </div>
  );
}
