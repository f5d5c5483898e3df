/** A section of the draft: its text, or its own rows. What only the office can edit says so. */
import { useState } from 'preact/hooks';
import type { Shown } from '../../../../client-sdk/view/kinds.ts';
import type { JsonObject } from '../../../../shared/base/json.ts';
import { replica } from '../../base/device.ts';
import { linesOf } from '../../base/section-lines.ts';
import { useWords } from '../../base/words.ts';
import { Banner } from '../../frame/banner.tsx';
import { documentWords } from '../../words/en-document.ts';
import { editWords } from '../../words/en-edit.ts';
import { rowWords } from '../../words/en-rows.ts';
import { SavedText } from './saved-text.tsx';
import { EditRows } from './rows.tsx';
import { isOfOffice, isWrittenInOffice, rowsOf } from './section-rows.ts';
import { usePatch } from './use-saved.ts';

type Section = Shown<'section'>;
type Change = Parameters<ReturnType<typeof replica>['sections']['patch']>[1];

const parts = { ...documentWords, ...editWords, ...rowWords };

export function EditSection({ section }: { readonly section: Section }) {
  const words = useWords(parts);
  const [first] = useState(section);
  const save = usePatch(first, (change: Change, seen) => replica().sections.patch(first.id, change, seen));
  const { section_type: type, body, data } = first;
  const rows = rowsOf(type, data);
  const isElsewhere = rows === null && (data !== null || isOfOffice(type));
  // What no row shows is said all the same.
  const said = linesOf({ data: isElsewhere ? data : (rows?.of.beside ?? null) }, words);
  return (
    <>
      {rows && <EditRows of={rows} save={(next: JsonObject) => save({ data: next as NonNullable<Section['data']> })} />}
      {isElsewhere && (
        <Banner tone="care">{isWrittenInOffice(type, data) ? words.officeEdits : words.systemEdits}</Banner>
      )}
      {said.length > 0 && (
        <section class="card pad">
          {said.map((line, i) => (
            <p key={i}>{line}</p>
          ))}
        </section>
      )}
      {((!rows && data === null && !isElsewhere) || body) && (
        <section class="card pad">
          <SavedText first={body ?? ''} label={words.text} long save={(text) => save({ body: text })} />
        </section>
      )}
    </>
  );
}
