/** Buttons and links that look like one. A label names what it does; one `act` button a view is the next thing to do. */
import type { ComponentChildren, JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Icon, type IconName } from './icon.tsx';

interface Looks {
  /** `act` = the next thing to do; `line` = any other; `bare` = text only. */
  readonly look?: 'act' | 'safe' | 'stop' | 'line' | 'bare';
  readonly icon?: IconName;
  /** 30 px high, for rows of a table. */
  readonly small?: boolean;
  /** Over the whole width. */
  readonly wide?: boolean;
  readonly children: ComponentChildren;
}

function classesOf({ look = 'line', small, wide }: Looks): string {
  return `button ${look}${small ? ' small' : ''}${wide ? ' wide' : ''}`;
}

export function Button({
  busy = false,
  type = 'button',
  ...props
}: Looks & {
  /** At work: shown as such, and a second press neither does anything nor sends a form; nor does one before what `onClick` returns is done. */
  readonly busy?: boolean;
  readonly type?: 'button' | 'submit';
  /** What it does, where its words alone do not say so. */
  readonly label?: string | undefined;
  /** Whether what it shows and hides is shown. */
  readonly expanded?: boolean | undefined;
  /** Which of several that send a form. */
  readonly value?: string;
  readonly onClick?: (event: MouseEvent) => unknown;
  readonly disabled?: boolean;
  readonly autofocus?: boolean;
}): JSX.Element {
  const { look, icon, small, wide, children, onClick, label, expanded, ...rest } = props;
  const isUnderWay = useRef(false);
  const [isWorking, setWorking] = useState(false);
  const press = async (event: MouseEvent): Promise<void> => {
    if (busy || isUnderWay.current) return event.preventDefault();
    const work = onClick?.(event);
    if (!(work instanceof Promise)) return;
    const set = (is: boolean): void => {
      isUnderWay.current = is;
      setWorking(is);
    };
    set(true);
    await work.finally(() => set(false));
  };
  const takesNone = busy || isWorking;
  return (
    <button
      {...rest}
      aria-busy={takesNone}
      aria-disabled={takesNone}
      aria-expanded={expanded}
      aria-label={label}
      class={classesOf(props)}
      onClick={(event) => void press(event)}
      type={type}
    >
      {busy ? <span class="spinner" /> : icon && <Icon name={icon} size={small ? 16 : 18} />}
      {children}
    </button>
  );
}

export function ButtonLink({
  href,
  download,
  target,
  ...props
}: Looks & { readonly href: string; readonly download?: boolean; readonly target?: '_blank' }) {
  return (
    <a class={classesOf(props)} download={download} href={href} rel={target && 'noopener'} target={target}>
      {props.icon && <Icon name={props.icon} size={props.small ? 16 : 18} />}
      {props.children}
    </a>
  );
}

/** An icon alone; `label` is its word for those who do not see it, and its tooltip. */
export function IconButton({
  icon,
  label,
  shortcut,
  expanded,
  onClick,
}: {
  readonly icon: IconName;
  readonly label: string;
  /** The key that presses it. */
  readonly shortcut?: string;
  /** Of one that shows and hides something: whether that is shown. */
  readonly expanded?: boolean;
  readonly onClick: (event: MouseEvent & { readonly currentTarget: HTMLButtonElement }) => unknown;
}) {
  return (
    <button
      aria-expanded={expanded}
      aria-keyshortcuts={shortcut}
      aria-label={label}
      class="icon-button"
      onClick={(event) => void onClick(event)}
      title={shortcut ? `${label} (${shortcut})` : label}
      type="button"
    >
      <Icon name={icon} size={20} />
    </button>
  );
}
