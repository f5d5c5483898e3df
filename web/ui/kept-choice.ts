/** Small choices that the browser keeps, such as the theme. Where it keeps no data of sites, they last until the page is loaded again. */
const here = new Map<string, string | null>();

export function keptChoice(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return here.get(key) ?? null;
  }
}

/** Null = as it was before anybody chose. */
export function keepChoice(key: string, choice: string | null): void {
  here.set(key, choice);
  try {
    if (choice === null) localStorage.removeItem(key);
    else localStorage.setItem(key, choice);
  } catch {
    // `here` has it.
  }
}
