/** The permit that somebody began to ask for on this tablet: kept until it was asked for, also over a restart. */
import { kept } from '../base/kept.ts';
import type { Somebody } from '../base/people.ts';
import type { Permit } from './asked.ts';

export interface BegunPermit {
  /** Of the permit that it becomes: asked for twice, it is one. */
  readonly id: string;
  readonly site: string;
  /** Null = not chosen yet. */
  readonly type: Permit['permit_type'] | null;
  readonly location: string;
  readonly description: string;
  /** Null = as long as is usual. */
  readonly hours: number | null;
  readonly person: Somebody | null;
}

export const begunPermit = kept<BegunPermit | null>('permit begun', null);
