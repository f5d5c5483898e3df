/** A text as a QR code, drawn black on white in every theme. */
import { useEffect, useState } from 'preact/hooks';
import { qrModules } from './qr.ts';

export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const [rows, setRows] = useState<readonly (readonly boolean[])[]>([]);
  useEffect(() => {
    void qrModules(text).then(setRows);
  }, [text]);
  const size = rows.length;
  // The place of a code that is still being computed: no picture yet, and what lies below does not jump.
  if (size === 0) return <div aria-busy="true" class="qr" />;
  const dark = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
  return (
    <svg aria-label={label} class="qr" role="img" shape-rendering="crispEdges" viewBox={`0 0 ${size} ${size}`}>
      <rect fill="#fff" height={size} width={size} />
      <path d={dark.join('')} fill="#000" />
    </svg>
  );
}
