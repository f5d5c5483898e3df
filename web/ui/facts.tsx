/** Names and values of one record; what is not known has no line. */
import type { ComponentChildren } from 'preact';

export function Facts({ facts }: { readonly facts: readonly (readonly [name: string, value: ComponentChildren])[] }) {
  return (
    <dl class="pad facts">
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{name}</dt>
              <dd class="running">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
