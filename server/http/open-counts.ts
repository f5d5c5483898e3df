/** Counts what is open at once, by name. */

export class OpenCounts {
  readonly #counts = new Map<string, number>();

  /** Counts one more under each name, and returns what ends it; null, and nothing is counted, where one is at its cap. */
  enter(capsByName: Readonly<Record<string, number>>): (() => void) | null {
    const names = Object.keys(capsByName);
    if (names.some((name) => (this.#counts.get(name) ?? 0) >= (capsByName[name] ?? 0))) return null;
    for (const name of names) this.#add(name, 1);
    let isOpen = true;
    return () => {
      if (isOpen) for (const name of names) this.#add(name, -1);
      isOpen = false;
    };
  }

  #add(name: string, change: 1 | -1): void {
    const count = (this.#counts.get(name) ?? 0) + change;
    if (count > 0) this.#counts.set(name, count);
    else this.#counts.delete(name);
  }
}
