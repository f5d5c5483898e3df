/** A block that has been measured, ready to be drawn where the page has room for it. */
import type { Flow } from './flow.ts';

export interface Laid {
  /** Points that belong with whatever stands above. */
  readonly lead: number;
  draw(flow: Flow): void;
}
