/** Faces of a photo are hidden before the tablet keeps it: by a tap on each, or by arrow keys and Enter. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { keepChoice, keptChoice } from '../../ui/kept-choice.ts';
import { hiddenAt, radiusOf, type Spot } from '../base/camera.ts';
import { signal, useSignal } from '../base/signal.ts';
import { useWords } from '../base/words.ts';
import { photoWords } from '../words/en-photo.ts';

const key = 'sitefile-hide-faces';

/** Whether the people of this tablet want to be asked for faces; kept for the next photo, in whichever tab. */
export const hidesFaces = signal(keptChoice(key) !== null);
addEventListener('storage', () => hidesFaces.set(keptChoice(key) !== null));

export function FacesChoice() {
  const words = useWords(photoWords);
  const isChosen = useSignal(hidesFaces);
  const choose = (next: boolean): void => {
    keepChoice(key, next ? 'yes' : null);
    hidesFaces.set(next);
  };
  return (
    <label class="check">
      <input checked={isChosen} onChange={(event) => choose(event.currentTarget.checked)} type="checkbox" />
      {words.hideFaces}
    </label>
  );
}

const step = 0.02;
/** The second of two quick taps hides nothing more. */
const atOnePlace = step / 2;
const middle: Spot = { x: 0.5, y: 0.5 };
const moves: Readonly<Record<string, Spot>> = {
  ArrowLeft: { x: -step, y: 0 },
  ArrowRight: { x: step, y: 0 },
  ArrowUp: { x: 0, y: -step },
  ArrowDown: { x: 0, y: step },
};

/** `onDone` gets the picture as it is to be kept; null = it is not to be kept. */
export function HideFaces({
  picture,
  onDone,
}: {
  readonly picture: OffscreenCanvas;
  readonly onDone: (hidden: OffscreenCanvas | null) => void;
}) {
  const words = useWords(photoWords);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [spots, setSpots] = useState<readonly Spot[]>([]);
  /** Where the keys are; null = they were not used. */
  const [ring, setRing] = useState<Spot | null>(null);
  const hide = (spot: Spot): void => {
    if (!spots.some((each) => Math.hypot(each.x - spot.x, each.y - spot.y) < atOnePlace)) setSpots([...spots, spot]);
  };
  const undo = (): void => {
    setSpots(spots.slice(0, -1));
    if (spots.length === 1) canvas.current?.focus(); // nothing is left to undo
  };
  useEffect(() => canvas.current?.focus(), []);
  useEffect(() => draw(canvas.current, hiddenAt(picture, spots), ring), [spots, ring]);
  const press = (event: KeyboardEvent): void => {
    const move = moves[event.key];
    if (move) setRing(moved(ring ?? middle, move));
    else if (event.key !== 'Enter') return;
    else if (ring) hide(ring);
    else setRing(middle);
    event.preventDefault();
  };
  return (
    <div class="stack">
      <p>{words.tapFaces}</p>
      <canvas
        aria-label={words.facesPicture}
        class="faces"
        height={picture.height}
        onClick={({ offsetX: x, offsetY: y, currentTarget: { clientWidth, clientHeight } }) =>
          hide({ x: x / clientWidth, y: y / clientHeight })
        }
        onKeyDown={press}
        ref={canvas}
        role="application"
        tabIndex={0}
        width={picture.width}
      />
      <p aria-live="polite" class="second">
        {words.facesHidden(spots.length)}
      </p>
      <div class="buttons">
        <Button disabled={spots.length === 0} onClick={undo}>
          {words.undoFace}
        </Button>
        <Button icon="trash" onClick={() => onDone(null)}>
          {words.dropPicture}
        </Button>
      </div>
      <Button icon="check" look="act" onClick={() => onDone(hiddenAt(picture, spots))} wide>
        {words.keepPicture}
      </Button>
    </div>
  );
}

function moved(spot: Spot, by: Spot): Spot {
  const within = (place: number): number => Math.min(1, Math.max(0, place));
  return { x: within(spot.x + by.x), y: within(spot.y + by.y) };
}

function draw(canvas: HTMLCanvasElement | null, picture: OffscreenCanvas, ring: Spot | null): void {
  const context = canvas?.getContext('2d');
  if (!context) return;
  context.drawImage(picture, 0, 0);
  if (!ring) return;
  const radius = radiusOf(picture);
  for (const [width, colour] of [
    [radius / 5, '#000'],
    [radius / 10, '#fff'],
  ] as const) {
    context.beginPath();
    context.arc(ring.x * picture.width, ring.y * picture.height, radius, 0, 2 * Math.PI);
    context.lineWidth = width;
    context.strokeStyle = colour;
    context.stroke();
  }
}
