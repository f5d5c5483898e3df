/** The mark of Sitefile: a sheet with a folded corner and a tick. */

export function Mark({ size = 24 }: { readonly size?: number }) {
  return (
    <svg aria-hidden="true" class="mark" height={size} viewBox="0 0 24 24" width={size}>
      <path class="sheet" d="M2 2h15l5 5v15H2z" />
      <path class="tick" d="m6.500 12.500 4 4 7-7.500" fill="none" stroke-width="3" />
    </svg>
  );
}
