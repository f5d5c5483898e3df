/** A sentence that is set apart: icon, words, and what to do about it. */
import type { ComponentChildren } from 'preact';
import { Icon, type IconName, type Tone } from './icon.tsx';

const icons: Readonly<Record<Tone, IconName>> = {
  act: 'info',
  stop: 'octagon-x',
  care: 'triangle-alert',
  safe: 'circle-check',
  plain: 'info',
};

export function Notice({
  tone = 'plain',
  actions,
  details = [],
  children,
}: {
  readonly tone?: Tone;
  readonly actions?: ComponentChildren;
  /** Each thing that is wrong, below the sentence. */
  readonly details?: readonly string[];
  readonly children: ComponentChildren;
}) {
  return (
    <div class={`notice soft-${tone}`} role={tone === 'stop' ? 'alert' : 'status'}>
      <Icon name={icons[tone]} size={20} />
      <div>
        {children}
        {details.length > 0 && (
          <ul class="bullets">
            {details.map((detail) => (
              <li key={detail}>{detail}</li>
            ))}
          </ul>
        )}
      </div>
      {actions && <span class="actions">{actions}</span>}
    </div>
  );
}
