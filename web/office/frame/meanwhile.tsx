/** What somebody else wrote into the same fields meanwhile: the person keeps their own by saving again, or takes the other. */
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { asWords } from '../../ui/status.ts';
import type { Disputed } from '../base/edit.ts';

export function Meanwhile<Name extends string>({
  of: { disputed, take, values },
}: {
  readonly of: {
    readonly disputed: readonly Disputed<Name>[];
    readonly take: (one: Disputed<Name>) => void;
    readonly values: Readonly<Record<Name, string>>;
  };
}) {
  return (
    <>
      {disputed.map((one) => (
        <Notice
          actions={
            <Button onClick={() => take(one)} small>
              Take theirs
            </Button>
          }
          key={one.name}
          tone="care"
        >
          {asWords(one.name)}: somebody wrote {quoted(one.theirs)}, you {quoted(values[one.name])}. Saving again keeps
          yours.
        </Notice>
      ))}
    </>
  );
}

function quoted(text: string): string {
  if (text === '') return 'nothing';
  return `“${/^[a-z_]+$/.test(text) ? asWords(text) : text}”`;
}
