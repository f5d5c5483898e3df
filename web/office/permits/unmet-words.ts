/** What a permit still lacks before it can be closed, in words. */
import type { Unmet } from '../../../shared/resources/permit/limits.ts';

const words: Readonly<Record<string, (done: number, all: number) => string>> = {
  isolations_reinstated: (done, all) => `${done} of ${all} isolations are back in service`,
  hot_work_fire_watch_minutes: (done, all) => `the fire watch had ${done} of ${all} minutes`,
  hot_work_check_minutes: (done, all) => `checks after the fire watch cover ${done} of ${all} minutes`,
  hot_work_final_check_minutes: (done, all) => `the final check was at ${done} of ${all} minutes`,
};

export function unmetWords({ rule, observed, required }: Unmet): string {
  return words[rule]?.(observed, required) ?? rule;
}
