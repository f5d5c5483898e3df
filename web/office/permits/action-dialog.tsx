/** The dialog of each verb. */
import type { JSX } from 'preact';
import type { ActionProps } from './action-form.tsx';
import { Cancel, Close, Finish } from './after-work.tsx';
import { Accept, Ask, Issue, Open } from './before-work.tsx';
import { Extend, HandOver, Resume, Suspend } from './during-work.tsx';
import type { Verb } from './verbs.ts';

const dialogs: Readonly<Record<Verb, (props: ActionProps) => JSX.Element>> = {
  request: Ask,
  authorise: Issue,
  accept: Accept,
  open: Open,
  suspend: Suspend,
  resume: Resume,
  extend: Extend,
  hand_over: HandOver,
  work_complete: Finish,
  close: Close,
  cancel: Cancel,
};

export function ActionDialog({ verb, ...props }: ActionProps & { readonly verb: Verb }) {
  const Dialog = dialogs[verb];
  return <Dialog {...props} />;
}
