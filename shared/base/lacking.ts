/** What one list has and another lacks: of those that are alike, as many as it has more. `nameOf` tells alike from different. */
export function lacking<T>(list: readonly T[], other: readonly T[], nameOf: (each: T) => string): T[] {
  const left = other.map(nameOf);
  return list.filter((each) => {
    const at = left.indexOf(nameOf(each));
    return at === -1 || left.splice(at, 1).length === 0;
  });
}
