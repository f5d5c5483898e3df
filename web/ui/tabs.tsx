/** Filters side by side, one of them chosen. Each is a link, so that the choice lives in the address. */

export interface Tab {
  readonly word: string;
  readonly href: string;
  readonly isChosen: boolean;
  readonly count?: number | undefined;
}

export function Tabs({ label, tabs }: { readonly label: string; readonly tabs: readonly Tab[] }) {
  return (
    <nav aria-label={label} class="tabs">
      {tabs.map(({ word, href, isChosen, count }) => (
        <a aria-current={isChosen ? 'page' : undefined} href={href} key={word}>
          {word}
          {count !== undefined && <span> {count}</span>}
        </a>
      ))}
    </nav>
  );
}

/** Keys that work here, at the foot of a list; not shown where there is no keyboard. */
export function Keys({ keys }: { readonly keys: readonly (readonly [keys: string, does: string])[] }) {
  return (
    <p class="keys">
      {keys.map(([each, does]) => (
        <span key={does}>
          {each.split(' ').map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
          {does}
        </span>
      ))}
    </p>
  );
}
