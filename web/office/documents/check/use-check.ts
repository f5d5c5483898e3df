/** The compliance check of a document as it is now: the same rules as on the server, which load when they are first asked. */
import type { JsonObject } from '../../../../shared/base/json.ts';
import type { ComplianceResult, Finding } from '../../../../shared/compliance/check.ts';
import { inputOf } from '../../../../shared/compliance/input-of-content.ts';
import type { Place } from '../../../../shared/compliance/places.ts';
import { Problem } from '../../../../shared/model/problem.ts';
import { serverTimeIso } from '../../base/clock.ts';
import { useLoaded } from '../../base/loaded.ts';
import { rest } from '../../base/server.ts';
import type { DocumentPart } from '../part.ts';

type Document = DocumentPart['document'];

export interface CheckedFinding extends Finding {
  /** Where it is mended; none where it is met. */
  readonly places: readonly Place[];
}

export interface Checked extends Omit<ComplianceResult, 'findings'> {
  readonly findings: readonly CheckedFinding[];
  /** Ids of the sections in which less is written than their kind asks for. */
  readonly unfilled: ReadonlySet<string>;
  /** Whether a blocking finding keeps this organisation from approving. */
  readonly stopsApproval: boolean;
}

/** What the check reads beside the document. */
async function readBeside(siteId: string | null) {
  const [organisation, site, { checkCompliance }, { placesOf }, { isFilled, sectionsByType }] = await Promise.all([
    rest.getOrganisation(),
    siteId === null ? null : readSite(siteId),
    import('../../../../shared/compliance/check.ts'),
    import('../../../../shared/compliance/places.ts'),
    import('../../../../shared/compliance/sections.ts'),
  ]);
  const { settings, timezone } = organisation;
  return { settings, timezone, site, checkCompliance, placesOf, isFilled, sectionsByType };
}

/** Null where it may not be seen, as by a contractor that was not invited to its project. */
async function readSite(site: string) {
  try {
    return await rest.getSite({ site });
  } catch (error) {
    if (error instanceof Problem && error.code === 'not_found') return null;
    throw error;
  }
}

export type CheckParts = Awaited<ReturnType<typeof readBeside>>;

export function useCheckParts({ site_id: siteId = null }: Pick<Document, 'site_id'>) {
  return useLoaded(`check of ${siteId}`, () => readBeside(siteId));
}

export function checkOf(document: Document, parts: CheckParts): Checked {
  const json = document as unknown as Parameters<typeof inputOf>[0]; // JSON, as every reply
  const input = inputOf(json, parts, serverTimeIso());
  const { findings, ...result } = parts.checkCompliance(input);
  return {
    ...result,
    findings: findings.map((finding) => ({
      ...finding,
      places: finding.result === 'fail' ? parts.placesOf(finding.rule_id, input) : [],
    })),
    unfilled: new Set(json.sections.filter((section) => !isFilledIn(section, parts)).map(({ id }) => String(id))),
    stopsApproval: parts.settings.compliance_blocks_approval,
  };
}

/** Each section for itself, also where there are two of a type. */
function isFilledIn(section: JsonObject, { isFilled, sectionsByType }: CheckParts): boolean {
  return [...sectionsByType([section]).values()].every(isFilled);
}
