/** What is in force on a site, with the crew of each document. */
import type { Shown } from '../../../client-sdk/view/kinds.ts';
import { conditionsNow, isUnmet, type Condition } from '../../../shared/resources/document/conditions.ts';
import { serverTime } from '../base/clock.ts';
import { contentOf } from '../base/content.ts';
import { crewOf, isSignedSince, type Member } from '../base/crew.ts';
import { useCrewRecords } from '../base/crew-records.ts';
import { replica } from '../base/device.ts';
import { useLive } from '../base/signal.ts';
import { useWorkAt } from '../document/in-force.ts';

export interface Work {
  readonly version: Shown<'version'>;
  readonly title: string;
  readonly crew: readonly Member[];
  /** Who leads the work, after their employer; empty where the document names nobody. */
  readonly lead: string;
  /** Conditions of its approval that are still to be met. */
  readonly unmet: readonly Condition[];
  /** Of the last point of work check of today. */
  readonly checkedAt: string | null;
  /** By the office, for the version in force; null = it did not ask. */
  readonly asked: NonNullable<Shown<'document'>['briefing_asked']> | null;
  /** Nobody has signed since. */
  readonly isAskedAgain: boolean;
}

/** The worst first: those whose old version was signed, then those with people left to sign. */
export function useWork(site: Shown<'site'>): readonly Work[] | undefined {
  const records = useCrewRecords();
  const work = useWorkAt(site.id);
  const signoffs = useLive('signoffs', () => replica().signoffs.watch());
  if (!work || !signoffs || !records) return undefined;
  const { documents } = work;
  return work.versions
    .map((version) => {
      const document = documents.find(({ id }) => id === version.document_id);
      const asked = document?.briefing_asked?.version === version.version ? document.briefing_asked : null;
      const crew = crewOf(version, signoffs, records).members;
      return {
        version,
        title: document?.short_title || version.title,
        crew,
        unmet: conditionsNow(version, document?.condition_marks).filter(isUnmet),
        lead: leadOf(version),
        checkedAt: documents.findLast((each) => isCheckOf(version.document_id, each))?.created_at ?? null,
        asked,
        isAskedAgain: asked !== null && !isSignedSince(crew, asked.at),
      };
    })
    .toSorted((a, b) => oldOnes(b) - oldOnes(a) || Number(isLeft(b)) - Number(isLeft(a)) || byTitle(a, b));
}

/** By letters and digits, without the accents of Latin ones: the rules of a language take a slow tablet 50 ms when they are first asked for. */
function byTitle(a: Work, b: Work): number {
  const [first, second] = [a, b].map(({ version: { title } }) => lettersOf(title)) as [string, string];
  return Number(first > second) - Number(first < second);
}

function lettersOf(title: string): string {
  return title
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();
}

function leadOf(version: Shown<'version'>): string {
  const lead = contentOf(version).personnel.find(({ role }) => role === 'supervisor');
  return [lead?.employer_name, lead?.name].filter(Boolean).join(' · ');
}

function isCheckOf(document: string, { powra, created_at: at }: Shown<'document'>): boolean {
  return (
    powra?.parent_document_id === document && new Date(at).toDateString() === new Date(serverTime()).toDateString()
  );
}

/** How many signed an older version only. */
export function oldOnes({ crew }: Work): number {
  return crew.filter(({ briefed }) => briefed === 'old').length;
}

/** Somebody has still to sign. */
function isLeft({ crew }: Work): boolean {
  return crew.some(({ briefed }) => briefed === 'old' || briefed === 'missing');
}
