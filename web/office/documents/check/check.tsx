/** Check: the compliance score of the document as it is now, what keeps it down, and how it went. */
import { Notice } from '../../../ui/notice.tsx';
import { Shown } from '../../../ui/shown.tsx';
import { useMay } from '../../base/me.ts';
import type { DocumentPart } from '../part.ts';
import { Findings } from './findings.tsx';
import { ComplianceOverTime, RiskBeforeAfter } from './over-time.tsx';
import { checkOf, useCheckParts } from './use-check.ts';

export function Check({ document }: DocumentPart) {
  const parts = useCheckParts(document);
  const mayWrite = useMay('documents:write');
  const mayMend = mayWrite && document.status === 'draft';
  return (
    <>
      {mayWrite && !mayMend && (
        <Notice tone="act">Only a draft can be mended. Review says how to begin the next version.</Notice>
      )}
      <Shown of={parts}>
        {(ready, checked = checkOf(document, ready)) => (
          <>
            {document.site_id != null && ready.site === null && (
              <Notice tone="act">
                You may not see the site, so this check compares nothing with it. Who approves sees the whole check.
              </Notice>
            )}
            <Findings checked={checked} documentId={document.id} mayMend={mayMend} />
            <ComplianceOverTime checked={checked} document={document} parts={ready} />
            <RiskBeforeAfter document={document} />
          </>
        )}
      </Shown>
    </>
  );
}
