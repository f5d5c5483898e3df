/**
 * The steps between released schemas, oldest first: the first leads from schema 1 to 2. `schemaVersion` counts them, so adding a step
 * raises the version. A released step never changes (docs/decisions/shape-changes-by-steps.md).
 */
import type { Step } from './step.ts';

export const releasedSteps: readonly Step[] = [];
