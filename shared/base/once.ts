/**
 * `make`'s result, made when it is first asked for, and kept. Schemas are made like this: a tablet that opens shows its list without any of
 * them, and to make them all takes a slow one a third of a second.
 */
export function once<Made>(make: () => Made): () => Made {
  let made: { readonly value: Made } | undefined;
  return () => (made ??= { value: make() }).value;
}
