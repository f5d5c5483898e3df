/** What is shown instead of a list: while it loads, when it is empty, and when it could not be read. */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Button } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';

/** Nothing before 400 ms, so that a quick answer does not flicker; a sentence after 5 s. */
export const shownAfterMs = 400;
const saidAfterMs = 5000;

/** How much of a list is read that comes in parts. */
export interface Progress {
  readonly read: number;
  readonly total: number;
  /** What they are: "documents". */
  readonly noun: string;
}

export function Loading({
  rows = 5,
  progress,
  loading = 'Loading',
  stillLoading = 'Still loading.',
}: {
  readonly rows?: number | undefined;
  readonly progress?: Progress | undefined;
  readonly loading?: string;
  readonly stillLoading?: string;
}) {
  const isShown = useAfter(shownAfterMs);
  const isSlow = useAfter(saidAfterMs);
  return (
    <div aria-busy="true" class="loading" role="status">
      <span class="unseen">{loading}</span>
      {isShown && Array.from({ length: rows }, (_, i) => <div class="bone" key={i} />)}
      {isSlow && (
        <p class="quiet pad">
          {stillLoading}
          {progress && ` ${progress.read} of ${progress.total} ${progress.noun}.`}
        </p>
      )}
    </div>
  );
}

export function useAfter(ms: number): boolean {
  const [isPast, setPast] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setPast(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return isPast;
}

/** `children` = what to do about it. */
export function Empty({
  icon = 'file-text',
  title,
  children,
}: {
  readonly icon?: IconName;
  readonly title: string;
  readonly children?: ComponentChildren;
}) {
  return (
    <div class="empty">
      <Icon name={icon} size={28} />
      <b>{title}</b>
      {children}
    </div>
  );
}

export function Failed({ words, onRetry }: { readonly words: string; readonly onRetry: () => void }) {
  return (
    <div class="empty" role="alert">
      <Icon name="triangle-alert" size={28} tone="stop" />
      <b>{words}</b>
      <Button icon="rotate-ccw" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
