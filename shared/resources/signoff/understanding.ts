/** The understanding check that a version asks for before it is signed, and whether a sign-off says that it was passed. */
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
export function questionsDue({ document_type: type, content }: Asking, { signoff }: Settings): readonly Question[] {
  const asked = signoff.understanding_check;
  if (asked === 'off' || (asked === 'required_for_rams' && !talkedThrough.has(type))) return [];
  const sections = (content['sections'] ?? []) as readonly Section[]; // a snapshot
  const section = sections.find((each) => each.section_type === 'understanding_check');
  return (section?.data?.items ?? []).flatMap(({ question, options = [], answer_index: answer = -1 }) =>
    question && options[answer] !== undefined ? [{ question, options, answer_index: answer }] : [],
  );
}

interface Section {
  readonly section_type?: string;
  readonly data?: { readonly items?: readonly Partial<Question>[] } | null;
}

/** Also true of counts that cannot be: passed without a try, or more right answers than questions. */
export function lacksPassedCheck(
  { understanding_check: check, declined }: BodyOf<typeof signoffFields>,
  version: Asking,
  settings: Settings,
): boolean {
  if (declined || questionsDue(version, settings).length === 0) return false;
  const { passed, questions, correct, attempts } = check ?? {};
  return !(passed && questions && correct && attempts && correct <= questions);
}
