/** The understanding check that a version asks for before it is signed, and whether a sign-off says that it was passed. */
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../base/json.ts';
import type { BodyOf } from '../../model/declared-fields.ts';
import type { Settings } from '../../model/settings.ts';
import type { Version } from '../document/version.ts';
import type { signoffFields } from './shape.ts';

export interface Question {
  readonly question: string;
  readonly options: readonly string[];
  readonly answer_index: number;
}

/** Types that are talked through with the crew (compliance rule BRF-01). */
const talkedThrough = new Set(['rams', 'toolbox_talk']);

type Asking = Pick<Version, 'document_type' | 'content'>;

/** Empty = none is due. */
export function questionsDue(version: Asking, { signoff }: Settings): readonly Question[] {
  const asked = signoff.understanding_check;
  if (asked === 'off' || (asked === 'required_for_rams' && !talkedThrough.has(version.document_type))) return [];
  return questionsIn(version);
}

/** Whether they are due or not. */
export function questionsIn({ content }: Pick<Asking, 'content'>): readonly Question[] {
  const sections = (content['sections'] ?? []) as readonly JsonObject[]; // a snapshot
  const data = sections.find((each) => each['section_type'] === 'understanding_check')?.['data'];
  const items = isJsonObject(data) ? data['items'] : null;
  return isJsonList(items) ? items.flatMap((item) => questionOf(item) ?? []) : [];
}

/** The data of a section may be any JSON; what is no question with its right answer is not asked. */
function questionOf(item: Json): Question | null {
  if (!isJsonObject(item)) return null;
  const { question, options, answer_index: answer } = item;
  if (typeof question !== 'string' || question === '' || !isJsonList(options) || typeof answer !== 'number')
    return null;
  const words = options.filter((option) => typeof option === 'string');
  return words.length === options.length && words[answer] !== undefined
    ? { question, options: words, answer_index: answer }
    : null;
}

/** Also true of counts that cannot be: passed without a try, of other questions, or with more right answers than questions. */
export function lacksPassedCheck(
  { understanding_check: check, declined }: BodyOf<ReturnType<typeof signoffFields>>,
  version: Asking,
  settings: Settings,
): boolean {
  const due = questionsDue(version, settings).length;
  if (declined || due === 0) return false;
  const { passed, questions, correct, attempts } = check ?? {};
  return !(passed && questions === due && correct && attempts && correct <= questions);
}
