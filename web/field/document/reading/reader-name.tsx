/** Who has the tablet in hand to read before they sign. */
import type { Shown } from '../../../../client-sdk/view/kinds.ts';
import { Icon } from '../../../ui/icon.tsx';
import { crewOf } from '../../base/crew.ts';
import { useCrewRecords } from '../../base/crew-records.ts';
import { replica } from '../../base/device.ts';
import { whoIn } from '../../base/person-address.ts';
import { useLive } from '../../base/signal.ts';
import { useWords } from '../../base/words.ts';
import { readingWords } from '../../words/en-reading.ts';

/** `person` = as addresses name them. Nothing where nobody has it any more. */
export function ReaderName({ version, person }: { readonly version: Shown<'version'>; readonly person: string }) {
  const words = useWords(readingWords);
  const document = version.document_id;
  const records = useCrewRecords(document);
  const signoffs = useLive(`signoffs of ${document}`, () => replica().signoffs.watch({ document_id: document }));
  const crew = signoffs && records ? crewOf(version, signoffs, records).members : [];
  const reader = crew.find(({ key }) => key === whoIn(person).key);
  return (
    reader && (
      <p class="line second">
        <Icon name="eye" size={24} /> {words.isReading(reader.label)}
      </p>
    )
  );
}
