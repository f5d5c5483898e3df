/** The line to sign on: ink follows the finger, and is kept as strokes of [x, y, milliseconds] in CSS pixels. */
import { useEffect, useRef } from 'preact/hooks';

export type Strokes = readonly (readonly (readonly number[])[])[];

/** A dot or a touch by mistake is no signature. */
export const fewestPoints = 12;

export function pointsIn(strokes: Strokes): number {
  return strokes.reduce((sum, stroke) => sum + stroke.length, 0);
}

export function Pad({
  label,
  ghost,
  strokes,
  onChange,
}: {
  readonly label: string;
  /** Shown until the first stroke. */
  readonly ghost: string;
  readonly strokes: Strokes;
  readonly onChange: (strokes: Strokes, size: { readonly width: number; readonly height: number }) => void;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const drawn = useRef<number[][][]>([]);
  const startedAt = useRef(0);
  useEffect(() => {
    if (strokes.length === 0) drawn.current = [];
    redraw(canvas.current, drawn.current);
  }, [strokes]);
  useEffect(() => {
    const again = (): void => redraw(canvas.current, drawn.current);
    addEventListener('resize', again);
    return () => removeEventListener('resize', again);
  }, []);
  const add = (event: PointerEvent): void => {
    const box = canvas.current?.getBoundingClientRect();
    if (!box) return;
    const at = performance.now();
    if (startedAt.current === 0 || drawn.current.length === 0) startedAt.current = at;
    const point = [event.clientX - box.left, event.clientY - box.top, at - startedAt.current].map(Math.round);
    drawn.current.at(-1)?.push(point);
    redraw(canvas.current, drawn.current);
  };
  const finish = (): void => {
    const { clientWidth: width = 0, clientHeight: height = 0 } = canvas.current ?? {};
    onChange([...drawn.current], { width, height });
  };
  return (
    <div class="pad-box">
      <canvas
        aria-label={label}
        onPointerCancel={finish}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          drawn.current.push([]);
          add(event);
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) add(event);
        }}
        onPointerUp={finish}
        ref={canvas}
        role="img"
      />
      {strokes.length === 0 && (
        <span aria-hidden="true" class="ghost">
          {ghost}
        </span>
      )}
    </div>
  );
}

const inkWidth = 4;

function redraw(canvas: HTMLCanvasElement | null, strokes: readonly (readonly (readonly number[])[])[]): void {
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
  context.lineWidth = inkWidth;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.strokeStyle = getComputedStyle(canvas).color;
  for (const stroke of strokes) {
    context.beginPath();
    for (const [x = 0, y = 0] of stroke) context.lineTo(x, y);
    context.stroke();
  }
}
