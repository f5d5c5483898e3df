/** What a language may translate: any of the words of any screen. */
import type { briefWords } from './en-brief.ts';
import type { changedWords } from './en-changed.ts';
import type { documentWords } from './en-document.ts';
import type { checkWords } from './en-check.ts';
import type { enrolWords } from './en-enrol.ts';
import type { moreWords } from './en-more.ts';
import type { permitWords } from './en-permits.ts';
import type { pinWords } from './en-pin.ts';
import type { powraWords } from './en-powra.ts';
import type { reportWords } from './en-report.ts';
import type { sendingWords } from './en-sending.ts';
import type { signWords } from './en-sign.ts';
import type { Words } from './en.ts';

export type Translation = Partial<
  Words &
    typeof signWords &
    typeof briefWords &
    typeof changedWords &
    typeof checkWords &
    typeof documentWords &
    typeof enrolWords &
    typeof moreWords &
    typeof permitWords &
    typeof pinWords &
    typeof powraWords &
    typeof reportWords &
    typeof sendingWords
>;
