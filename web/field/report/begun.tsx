/** The reports that were begun and not finished, each to go on with or to throw away. */
import { Icon } from '../../ui/icon.tsx';
import { useSignal } from '../base/signal.ts';
import { moment } from '../base/times.ts';
import { useWords } from '../base/words.ts';
import { SureButton } from '../frame/sure-button.tsx';
import { reportWords } from '../words/en-report.ts';
import { throwAwayReport } from './draft.ts';
import { drafts, type ReportDraft } from './kept-drafts.ts';

export function Begun() {
  const words = useWords(reportWords);
  const begun = Object.values(useSignal(drafts));
  return begun.length === 0 ? null : (
    <section aria-label={words.begun} class="card list">
      <h2>{words.begun}</h2>
      <ul>
        {begun.map((draft) => (
          <Draft draft={draft} key={draft.id} />
        ))}
      </ul>
    </section>
  );
}

function Draft({ draft: { id, kind, startedAt, text } }: { readonly draft: ReportDraft }) {
  const words = useWords(reportWords);
  return (
    <li>
      <a class="row" href={`/field/report/show/${id}`}>
        <Icon name="flag" size={28} />
        <span class="main">
          <b>
            {words.kinds[kind]}, {moment(startedAt)}
          </b>
          <span class="second">{text}</span>
        </span>
        <Icon name="chevron-right" size={24} />
      </a>
      <div class="buttons pad">
        <SureButton label={words.throwAway} onSure={() => throwAwayReport(id)} question={words.throwAwaySure} />
      </div>
    </li>
  );
}
