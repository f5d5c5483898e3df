/** Charts of a document: its compliance from version to version, and its hazards before and after their controls. */
import { strongFrom } from '../../../../shared/compliance/bands.ts';
import { inputOf } from '../../../../shared/compliance/input-of-content.ts';
import { Bars, Line, type Point } from '../../../ui/charts/charts.tsx';
import { riskParts } from '../../../ui/charts/risk-parts.ts';
import { asWords } from '../../../ui/status.ts';
import { useLoaded } from '../../base/loaded.ts';
import { rest } from '../../base/server.ts';
import type { DocumentPart } from '../part.ts';
import type { Checked, CheckParts } from './use-check.ts';

/** The last ones; an earlier one says little about the next. */
const mostVersions = 8;

/** Each approved version is checked as on the day of its approval, and the draft as it is now. */
export function ComplianceOverTime({
  document: { id, version, status },
  checked,
  parts,
}: Pick<DocumentPart, 'document'> & { readonly checked: Checked; readonly parts: CheckParts }) {
  const approved = useLoaded(`versions ${id} ${version} ${status}`, async () => {
    const { data } = await rest.listVersions({ document: id });
    const last = data.toSorted((a, b) => a.version - b.version).slice(-mostVersions);
    return await Promise.all(last.map((each) => rest.getVersion({ document: id, version: String(each.version) })));
  });
  if (!approved.value) return null;
  const points = approved.value.map((each): Point => {
    const content = each.content as Parameters<typeof inputOf>[0]; // a frozen document
    const { score, band } = parts.checkCompliance(inputOf(content, parts, each.approved_at));
    return { label: `Version ${each.version}`, value: score, word: asWords(band) };
  });
  const now = { label: `Draft of ${version}`, value: checked.score, word: asWords(checked.band) };
  const all = status === 'draft' || status === 'pending_review' ? [...points, now] : points;
  if (all.length < 2) return null;
  return <Line of="Version" points={all} strongFrom={strongFrom} title="Compliance by version" />;
}

const bands = ['low', 'medium', 'high', 'very_high'] as const;

export function RiskBeforeAfter({ document: { hazards } }: Pick<DocumentPart, 'document'>) {
  if (hazards.length === 0) return null;
  const count = (member: 'band_before' | 'band_after'): number[] => [
    ...bands.map((band) => hazards.filter((hazard) => hazard[member] === band).length),
    hazards.filter((hazard) => hazard[member] === null).length,
  ];
  return (
    <Bars
      bars={[
        { label: 'Before controls', values: count('band_before') },
        { label: 'After controls', values: count('band_after') },
      ]}
      of="Hazards"
      parts={riskParts}
      title="Risk before and after"
    />
  );
}
