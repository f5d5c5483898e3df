/** What is wrong with the tags of a PDF, by the points of PDF/UA that software can check (rules EX36 and EX37). */
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

interface TagNode {
  readonly role: string;
  readonly alt?: string;
  readonly lang?: string;
  readonly children: readonly (TagNode | { readonly type: string; readonly id: string })[];
}

/** Roles that an element of a role may hold; any, where it is not named. */
const held: Readonly<Record<string, readonly string[]>> = {
  Table: ['TR'],
  TR: ['TH', 'TD'],
  L: ['LI'],
  LI: ['Lbl', 'LBody'],
  TOC: ['TOCI'],
};

/** Roles that belong in one other alone. */
const holder: Readonly<Record<string, string>> = {
  TR: 'Table',
  TH: 'TR',
  TD: 'TR',
  LI: 'L',
  LBody: 'LI',
  TOCI: 'TOC',
};

export interface Tagged {
  readonly faults: readonly string[];
  /** Every language that a part names for itself. */
  readonly languages: ReadonlySet<string>;
  /** Elements by role, those on several pages once for each. */
  readonly counts: ReadonlyMap<string, number>;
}

export async function readTags(bytes: Uint8Array): Promise<Tagged> {
  const loading = getDocument({ data: Uint8Array.from(bytes), useSystemFonts: false, verbosity: 0 });
  const pdf = await loading.promise;
  const faults: string[] = [];
  const languages = new Set<string>();
  const counts = new Map<string, number>();
  let level = 0;
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent({ includeMarkedContent: true });
    faults.push(...untagged(items).map((words) => `page ${number}: “${words}” is neither tagged nor an artifact`));
    walk(await page.getStructTree(), 'none', number);
    for (const link of (await page.getAnnotations()) as readonly { contentsObj?: { str: string } }[])
      if (!link.contentsObj?.str) faults.push(`page ${number}: a link without a description`);
  }
  await loading.destroy();
  return { faults: [...faults, ...scopeFaults(bytes)], languages, counts };

  function walk(node: TagNode | null, parent: string, page: number): void {
    if (!node) return;
    const { role, alt, lang, children } = node;
    counts.set(role, (counts.get(role) ?? 0) + 1);
    if (lang) languages.add(lang);
    if (held[parent] && !held[parent].includes(role)) faults.push(`page ${page}: ${role} in ${parent}`);
    if (holder[role] && holder[role] !== parent) faults.push(`page ${page}: ${role} in ${parent}`);
    if (role === 'Figure' && !alt) faults.push(`page ${page}: a picture without an alternative text`);
    const heading = /^H([1-6])$/.exec(role)?.[1];
    if (heading) {
      if (Number(heading) > level + 1) faults.push(`page ${page}: heading ${heading} after heading ${level}`);
      level = Number(heading);
    }
    for (const each of children) if ('role' in each) walk(each, role, page);
  }
}

/** Text outside of marked content, or in marked content without a place in the tree. */
function untagged(items: readonly object[]): readonly string[] {
  const open: ('tagged' | 'artifact' | 'none')[] = [];
  const found: string[] = [];
  for (const item of items) {
    if ('str' in item) {
      const words = String(item.str).trim();
      if (words !== '' && open.every((kind) => kind === 'none')) found.push(words);
    } else if ('type' in item && item.type === 'endMarkedContent') open.pop();
    else if ('tag' in item && item.tag === 'Artifact') open.push('artifact');
    else open.push('id' in item && item.id ? 'tagged' : 'none');
  }
  return found;
}

/** pdfjs does not tell the scope of a header cell; pdfkit writes dictionaries in the open. */
function scopeFaults(bytes: Uint8Array): readonly string[] {
  const source = Buffer.from(bytes).toString('latin1');
  const headers = source.match(/\/S \/TH\b/g)?.length ?? 0;
  const scopes = source.match(/\/Scope \/(?:Row|Column)\b/g)?.length ?? 0;
  return headers === scopes ? [] : [`${headers - scopes} header cells without a scope`];
}
