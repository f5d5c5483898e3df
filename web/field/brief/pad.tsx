/**
 * The line to sign on: ink follows the finger, and is kept as strokes of [x, y, milliseconds] in CSS pixels. Ink that was drawn before the
 * device was turned is shown smaller or larger, whole; what is drawn then continues in its scale.
 */
import { useEffect, useRef } from 'preact/hooks';

export type Strokes = readonly (readonly (readonly number[])[])[];

/** A dot or a touch by mistake is no signature. */
export const fewestPoints = 12;

interface Size {
  readonly width: number;
  readonly height: number;
}

export function pointsIn(strokes: Strokes): number {
  return strokes.reduce((sum, stroke) => sum + stroke.length, 0);
}

export function Pad({
  label,
  ghost,
  below,
  strokes,
  onBegin,
  onChange,
}: {
  readonly label: string;
  /** Shown until the first stroke. */
  readonly ghost: string;
  /** Under the line, such as whose it is. */
  readonly below?: string;
  readonly strokes: Strokes;
  /** The pen is on the line; `onChange` follows when it is lifted. */
  readonly onBegin?: () => void;
  readonly onChange: (strokes: Strokes, size: Size) => void;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const drawn = useRef<number[][][]>([]);
  const startedAt = useRef(0);
  /** Of the pad, in the scale of the first stroke. */
  const size = useRef<Size>({ width: 0, height: 0 });
  const show = (): void => redraw(canvas.current, drawn.current, size.current);
  useEffect(() => {
    if (strokes.length === 0) drawn.current = [];
    show();
  }, [strokes]);
  useEffect(() => {
    const again = (): void => show();
    addEventListener('resize', again);
    return () => removeEventListener('resize', again);
  }, []);
  const begin = (on: HTMLCanvasElement): void => {
    const { clientWidth: width, clientHeight: height } = on;
    const scale = drawn.current.length === 0 ? 1 : scaleOf(on, size.current);
    size.current = { width: Math.ceil(width / scale), height: Math.ceil(height / scale) };
    drawn.current.push([]);
  };
  const add = (event: PointerEvent): void => {
    if (!canvas.current) return;
    const box = canvas.current.getBoundingClientRect();
    const scale = scaleOf(canvas.current, size.current);
    const at = performance.now();
    if (startedAt.current === 0 || drawn.current.length === 0) startedAt.current = at;
    const [x, y] = [(event.clientX - box.left) / scale, (event.clientY - box.top) / scale];
    drawn.current.at(-1)?.push([x, y, at - startedAt.current].map(Math.round));
    show();
  };
  const finish = (): void => onChange([...drawn.current], size.current);
  return (
    <div class="pad-box">
      <canvas
        aria-label={label}
        onPointerCancel={finish}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          begin(event.currentTarget);
          add(event);
          onBegin?.();
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) add(event);
        }}
        onPointerUp={finish}
        ref={canvas}
        role="img"
      />
      {below !== undefined && <span class="second below">{below}</span>}
      {strokes.length === 0 && (
        <span aria-hidden="true" class="ghost">
          {ghost}
        </span>
      )}
    </div>
  );
}

const inkWidth = 4;

/** In which all ink fits on the canvas. */
function scaleOf({ clientWidth, clientHeight }: HTMLCanvasElement, { width, height }: Size): number {
  return width === 0 ? 1 : Math.min(clientWidth / width, clientHeight / height);
}

function redraw(canvas: HTMLCanvasElement | null, strokes: Strokes, size: Size): void {
  const context = canvas?.getContext('2d');
  if (!canvas || !context) return;
  const { clientWidth: width, clientHeight: height } = canvas;
  const ratio = devicePixelRatio;
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
  }
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  const scale = scaleOf(canvas, size);
  context.scale(scale, scale);
  context.lineWidth = inkWidth / scale;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.strokeStyle = getComputedStyle(canvas).color;
  for (const stroke of strokes) {
    context.beginPath();
    for (const [x = 0, y = 0] of stroke) context.lineTo(x, y);
    context.stroke();
  }
}
