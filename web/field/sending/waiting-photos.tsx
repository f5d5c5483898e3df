/** Photos that the server does not have: they go after everything else; one that it did not take is sent again or dropped. */
import type { WaitingPhoto } from '../../../client-sdk/base/waiting-photo.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { replica } from '../base/device.ts';
import { useWords } from '../base/words.ts';
import { usePicture } from '../document/use-picture.ts';
import { sendingWords } from '../words/en-sending.ts';

/** Its words are beside it. */
function Thumbnail({ id }: { readonly id: string }) {
  const own = usePicture(id);
  return own ? <img alt="" class="thumbnail" src={own.address} /> : <Icon name="camera" size={28} />;
}

export function WaitingPhotos({ photos }: { readonly photos: readonly WaitingPhoto[] }) {
  const words = useWords(sendingWords);
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
        </span>
      </div>
      {refused && (
        <div class="stack">
          <Button icon="send" onClick={() => replica().photos.resend(id)}>
            {words.sendAgain}
          </Button>
          <Button icon="trash" onClick={() => replica().photos.discard(id)}>
            {words.giveUp}
          </Button>
        </div>
      )}
    </li>
  ));
}
