/** The name of a disputed field in words. */
import { removal } from '../../../shared/merge/merge.ts';
import { asWords } from '../../ui/status.ts';

const words: Readonly<Record<string, string>> = {
  [removal]: 'removed by one, edited by the other',
  data: 'content',
  body: 'text',
  project_id: 'project',
  site_id: 'site',
};

export function fieldWords(field: string): string {
  return words[field] ?? asWords(field).toLowerCase();
}
