/** What an edit that was not taken is called in lists: of what kind, and why not. */
import { isJsonObject, type Json } from '../../../shared/base/json.ts';
import { asWords } from '../../ui/status.ts';
import type { Refused } from './waiting.ts';

export function refusedTitle({ command, problem }: Refused): string {
  return `${asWords(textOf(command, 'kind'))}: ${textOf(problem, 'detail') || textOf(problem, 'title')}`;
}

/** Empty where there is no such text. */
export function textOf(value: Json, name: string): string {
  const found = isJsonObject(value) ? value[name] : null;
  return typeof found === 'string' ? found : '';
}
