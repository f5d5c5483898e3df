/** Above every screen while it is not kept new: why, and what to do about it. */
import type { Link } from '../../../client-sdk/presence.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { comeBack, useIsGone, useLink } from '../base/live.ts';

const words: Readonly<Record<Exclude<Link, 'live'>, string>> = {
  lost: 'No connection. What you see may be old, and nothing is saved until there is one again.',
  signed_out: 'You were signed out. What you see is old. Sign in again in another tab, and this page goes on.',
  forbidden: 'You may see less than before. What you see is old; load the page again.',
};

export function LinkBanner() {
  const link = useLink();
  const isGone = useIsGone();
  if (isGone && link !== 'signed_out')
    return (
      <div class="link-banner">
        <Notice tone="stop">
          What this page shows is not there any more, or not for you to see now. Nothing can be done with it. Copy what
          you still need.
        </Notice>
      </div>
    );
  if (link === 'live') return null;
  return (
    <div class="link-banner">
      <Notice
        actions={
          link === 'lost' ? (
            <Button onClick={comeBack} small>
              Try again
            </Button>
          ) : (
            link === 'signed_out' && (
              <ButtonLink href="/office/sign-in" small target="_blank">
                Sign in
              </ButtonLink>
            )
          )
        }
        tone="care"
      >
        {words[link]}
      </Notice>
    </div>
  );
}
