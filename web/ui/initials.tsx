/** The initials of a person in a circle, beside their name. */
export function Initials({ name }: { readonly name: string }) {
  const parts = name.split(' ').map((part) => part.charAt(0));
  return (
    <span aria-hidden="true" class="initials">
      {parts.slice(0, 2).join('')}
    </span>
  );
}
