/**
 * What a language has to translate: every word of every screen, or it does not compile. Words of the same name in two parts are the same
 * word.
 */
import type { briefWords } from './en-brief.ts';
import type { brokenWords } from './en-broken.ts';
import type { changedWords } from './en-changed.ts';
import type { checkWords } from './en-check.ts';
import type { documentWords } from './en-document.ts';
import type { editWords } from './en-edit.ts';
import type { enrolWords } from './en-enrol.ts';
import type { helpWords } from './en-help.ts';
import type { leadWords } from './en-lead.ts';
import type { moreWords } from './en-more.ts';
import type { permitWords } from './en-permits.ts';
import type { phoneWords } from './en-phone.ts';
import type { photoWords } from './en-photo.ts';
import type { pinWords } from './en-pin.ts';
import type { powraWords } from './en-powra.ts';
import type { readingWords } from './en-reading.ts';
import type { reportWords } from './en-report.ts';
import type { rowWords } from './en-rows.ts';
import type { sendingWords } from './en-sending.ts';
import type { signWords } from './en-sign.ts';
import type { substanceWords } from './en-substance.ts';
import type { Words } from './en.ts';

/** On every screen, and on Today. */
export type Everywhere = Words;
/** For a crew: briefing, signing, a new version. */
export type Crew = typeof briefWords & typeof signWords & typeof checkWords & typeof changedWords & typeof phoneWords;
/** Of the work: documents, permits, checks, reports. */
export type Work = typeof documentWords &
  typeof permitWords &
  typeof powraWords &
  typeof reportWords &
  typeof photoWords;
/** Of the tablet: setting it up, sending, what is set on it. */
export type Tablet = typeof enrolWords & typeof sendingWords & typeof moreWords & typeof pinWords & typeof brokenWords;

/** Of reading a document, of changing its draft, and of the person in charge. */
export type Reading = typeof readingWords &
  typeof substanceWords &
  typeof editWords &
  typeof rowWords &
  typeof leadWords;

export type Help = typeof helpWords;

export type Translation = Everywhere & Crew & Work & Tablet & Reading & Help;
