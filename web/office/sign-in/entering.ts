/** Signing in with a link, step by step: somebody else may be signed in to this browser, and then it asks first. */
import { useState } from 'preact/hooks';
import { Problem } from '../../../shared/model/problem.ts';
import { tellOtherTabs } from '../base/page-user.ts';
import { go } from '../base/place.ts';
import { signIn } from '../base/server.ts';
import { useWork } from '../base/work.ts';

/** Who is signed in here, and whom the link is for. */
export interface Choice {
  readonly link: string;
  readonly present: { readonly id: string; readonly name: string };
  readonly other: { readonly name: string; readonly organisation: string };
}

export function useEntering() {
  const work = useWork();
  const [choice, setChoice] = useState<Choice | null>(null);
  /** `insteadOf` = the id of the user who gives way. */
  const enter = (link: string, insteadOf?: string): Promise<void> =>
    work.run(async () => {
      try {
        await signIn.signIn({ body: insteadOf === undefined ? { link } : { link, instead_of: insteadOf } });
      } catch (error) {
        const asked = choiceIn(error, link);
        if (!asked) throw error;
        setChoice(asked);
        return;
      }
      tellOtherTabs();
      go('/office', true);
    }, true);
  return { isBusy: work.isBusy, refusal: work.refusal, choice, enter };
}

function choiceIn(error: unknown, link: string): Choice | null {
  if (!(error instanceof Problem) || error.code !== 'conflict') return null;
  const { signed_in: present, link_of: other } = error.members as {
    readonly signed_in?: Choice['present'];
    readonly link_of?: Choice['other'];
  }; // as the endpoint describes it
  return present && other ? { link, present, other } : null;
}
