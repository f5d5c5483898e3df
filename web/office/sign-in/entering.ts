/**
 * Signing in, step by step: by a link, or by the answer of the sign-in provider, which is worth a link for each organisation. Somebody else
 * may be signed in to this browser, and then it asks first.
 */
import { useState } from 'preact/hooks';
import { Problem } from '../../../shared/model/problem.ts';
import { startAnew } from '../base/page-user.ts';
import { signIn } from '../base/server.ts';
import type { Step } from './second-step.tsx';
import { useWork } from '../base/work.ts';

/** Who is signed in here, and whom the link is for. */
export interface Choice {
  readonly link: string;
  readonly present: { readonly id: string; readonly name: string };
  readonly other: { readonly name: string; readonly organisation: string };
}

type Links = Awaited<ReturnType<typeof signIn.finishProvider>>['choices'];

/** `onStep` = a passkey is asked for. */
export function useEntering(onStep: (step: Step) => void) {
  const work = useWork();
  const [choice, setChoice] = useState<Choice | null>(null);
  const [links, setLinks] = useState<Links>([]);

  async function take(link: string, insteadOf?: string): Promise<void> {
    try {
      const body = insteadOf === undefined ? { link } : { link, instead_of: insteadOf };
      const { passkey } = await signIn.signIn({ body });
      setChoice(null);
      setLinks([]);
      if (passkey) return onStep(passkey);
    } catch (error) {
      const asked = choiceIn(error, link);
      if (!asked) throw error;
      setChoice(asked);
      return;
    }
    startAnew('/office');
  }

  return {
    isBusy: work.isBusy,
    refusal: work.refusal,
    choice,
    /** Where the account of the provider belongs to several organisations. */
    links,
    /** `insteadOf` = the id of the user who gives way. */
    enter: (link: string, insteadOf?: string) => work.run(() => take(link, insteadOf), true),
    /** Leaves the page. */
    toProvider: () => work.run(async () => location.assign((await told(signIn.startProvider({}))).url), true),
    /** `query` = of the address that the provider led back to. */
    answer: (query: string) =>
      work.run(async () => {
        const { choices } = await told(signIn.finishProvider({ body: { query } }));
        const [only, another] = choices;
        if (only && !another) await take(only.link);
        else setLinks(choices);
      }, true),
  };
}

/** What keeps the provider from answering is not our fault, and is told in its own words. */
async function told<T>(reply: Promise<T>): Promise<T> {
  try {
    return await reply;
  } catch (error) {
    throw error instanceof Problem && error.code === 'unavailable' ? new Problem('conflict', error.detail) : error;
  }
}

function choiceIn(error: unknown, link: string): Choice | null {
  if (!(error instanceof Problem) || error.code !== 'conflict') return null;
  const { signed_in: present, link_of: other } = error.members as {
    readonly signed_in?: Choice['present'];
    readonly link_of?: Choice['other'];
  }; // as the endpoint describes it
  return present && other ? { link, present, other } : null;
}
