/** A measured block, ready to be drawn. */
import type { Flow } from './flow.ts';

export interface Laid {
  /** Height in points that must stay with the block above. */
  readonly lead: number;
  draw(flow: Flow): void;
}
