/** What a language may translate: any of the words of any screen. */
import type { enrolWords } from './en-enrol.ts';
import type { permitWords } from './en-permits.ts';
import type { powraWords } from './en-powra.ts';
import type { reportWords } from './en-report.ts';
import type { sendingWords } from './en-sending.ts';
import type { Words } from './en.ts';

export type Translation = Partial<
  Words & typeof enrolWords & typeof permitWords & typeof powraWords & typeof reportWords & typeof sendingWords
>;
