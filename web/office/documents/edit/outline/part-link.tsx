/** One line of the outline: the part, and at its end what is marked there. Each mark has its words for those who do not see it. */
import type { ComponentChildren } from 'preact';
import type { Place } from '../../../../../shared/compliance/places.ts';
import { Icon } from '../../../../ui/icon.tsx';
import { Initials } from '../../../../ui/initials.tsx';
import { Tag } from '../../../../ui/tag.tsx';
import type { Checked } from '../../check/use-check.ts';
import { unmetAt } from './marks.ts';

export function PartLink({
  href,
  lead,
  word,
  count,
  isHere,
  isComplete,
  checked,
  isOf,
  disputes,
  people,
}: {
  readonly href: string;
  /** Its number, or its icon. */
  readonly lead: ComponentChildren;
  readonly word: string;
  /** How many entries it has. */
  readonly count?: number;
  /** Whether it has the focus, or had it last. */
  readonly isHere: boolean;
  readonly isComplete: boolean;
  readonly checked: Checked | undefined;
  /** Whether what is mended there belongs to this part. */
  readonly isOf: (place: Place) => boolean;
  /** Fields that two people wrote differently. */
  readonly disputes: number;
  readonly people: readonly { readonly name: string }[];
}) {
  return (
    <a aria-current={isHere ? 'location' : undefined} href={href}>
      <span class="number-or-icon">{lead}</span> <span class="word">{word}</span>
      <span class="marks">
        {people.map(({ name }) => (
          <span class="present" key={name} title={`${name} is here`}>
            <Initials name={name} />
            <span class="unseen">, {name} is here</span>
          </span>
        ))}
        {disputes > 0 && <Tag tone="care">2 values</Tag>}
        {checked && <UnmetMark checked={checked} isComplete={isComplete} isOf={isOf} />}
        {count !== undefined && <span class="count">{count}</span>}
      </span>
    </a>
  );
}

/** Rules that are not met are worth more words than an empty part, which they often come from. */
function UnmetMark({
  checked,
  isOf,
  isComplete,
}: {
  readonly checked: Checked;
  readonly isOf: (place: Place) => boolean;
  readonly isComplete: boolean;
}) {
  const { count, stops } = unmetAt(checked, isOf);
  if (count > 0) {
    const words = `${count} to mend${stops ? ', one stops approval' : ''}`;
    return (
      <span class={`marked tone-${stops ? 'stop' : 'care'}`} title={words}>
        <Icon name="triangle-alert" size={16} />
        {count > 1 && <span aria-hidden="true">{count}</span>}
        <span class="unseen">, {words}</span>
      </span>
    );
  }
  if (isComplete) return null;
  return (
    <span class="marked quiet" title="Not complete">
      <Icon name="circle" size={16} />
      <span class="unseen">, not complete</span>
    </span>
  );
}
