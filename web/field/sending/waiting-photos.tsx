/** Photos that the server does not have: they go after everything else; one that it did not take is sent again or dropped. */
import type { WaitingPhoto } from '../../../client-sdk/base/waiting-photo.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { replica } from '../base/device.ts';
import { useSignal } from '../base/signal.ts';
import { useWords } from '../base/words.ts';
import { usePicture } from '../document/use-picture.ts';
import { SureButton } from '../frame/sure-button.tsx';
import { forgetPhotos } from '../permits/watch-photos.ts';
import { changeReport } from '../report/draft.ts';
import { drafts } from '../report/kept-drafts.ts';
import { reportWords } from '../words/en-report.ts';
import { sendingWords } from '../words/en-sending.ts';

const parts = { ...reportWords, ...sendingWords };
/** Of what is written in its report, in the question. */
const mostLetters = 60;

/** Its words are beside it. */
function Thumbnail({ id }: { readonly id: string }) {
  const own = usePicture(id);
  return own ? <img alt="" class="thumbnail" src={own.address} /> : <Icon name="camera" size={28} />;
}

export function WaitingPhotos({
  photos,
  isSetAside,
}: {
  readonly photos: readonly WaitingPhoto[];
  /** Whether what came after it went. */
  readonly isSetAside: (id: string) => boolean;
}) {
  const words = useWords(parts);
  const reports = Object.values(useSignal(drafts));
  const aboutOf = (id: string): string | undefined => {
    const report = reports.find((each) => each.photos.includes(id));
    const text = report?.text.trim().slice(0, mostLetters);
    return report && words.kinds[report.kind] + (text ? `: ${text}` : '');
  };
  return photos.map(({ id, file_name: file, bytes, refused }) => (
    <li key={id}>
      <div class="row">
        {refused && <Icon name="triangle-alert" size={28} tone="stop" />}
        <Thumbnail id={id} />
        <span class="main">
          <b>
            {words.nouns['photo']}, {file}
          </b>
          <span class={refused ? 'tone-stop' : 'second'}>
            {refused ? words.needs(refused.detail) : `${words.waitsWithRest} · ${Math.round(bytes / 1000)} kB`}
          </span>
          {refused && isSetAside(id) && <span class="second">{words.setAside}</span>}
        </span>
      </div>
      {refused && (
        <div class="stack">
          <Button icon="send" onClick={() => replica().photos.resend(id)}>
            {words.sendAgain}
          </Button>
          <SureButton
            icon="trash"
            label={words.giveUp}
            onSure={() => drop(id)}
            question={words.dropPhotoSure(aboutOf(id) ?? file ?? words.nouns['photo'] ?? '')}
          />
        </div>
      )}
    </li>
  ));
}

/** First from what would name it when it is sent. */
async function drop(id: string): Promise<void> {
  const report = Object.values(await drafts.read()).find(({ photos }) => photos.includes(id));
  if (report) await changeReport(report.id, ({ photos }) => ({ photos: photos.filter((each) => each !== id) }));
  await forgetPhotos([id]);
  await replica().photos.discard(id);
}
