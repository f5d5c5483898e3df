/** One line of home: what waits for somebody, or what they should know of. */
import type { IconName, Tone } from '../../ui/icon.tsx';

export interface Task {
  readonly key: string;
  readonly icon: IconName;
  readonly tone: Tone;
  readonly what: string;
  readonly about: readonly string[];
  /** How long it waits or still lasts. */
  readonly when?: string;
  readonly verb: string;
  readonly href: string;
  /** The next thing to do, in blue. */
  readonly isNext?: boolean;
}
