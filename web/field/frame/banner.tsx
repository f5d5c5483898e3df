/** What has to be known before anything else on a screen; opens what to do about it. */
import type { ComponentChildren } from 'preact';
import { Icon, type IconName, type Tone } from '../../ui/icon.tsx';

export function Banner({
  tone,
  href,
  icon = tone === 'safe' ? 'check' : tone === 'act' ? 'info' : 'triangle-alert',
  children,
}: {
  readonly tone: Tone;
  /** Path below /field. */
  readonly href?: string;
  readonly icon?: IconName;
  readonly children: ComponentChildren;
}) {
  const inside = (
    <>
      <Icon name={icon} size={28} />
      <span>{children}</span>
      {href !== undefined && <Icon name="chevron-right" size={24} />}
    </>
  );
  const look = `banner soft-${tone}`;
  return href === undefined ? (
    <div class={look} role={tone === 'stop' ? 'alert' : 'status'}>
      {inside}
    </div>
  ) : (
    <a class={look} href={`/field${href}`}>
      {inside}
    </a>
  );
}
