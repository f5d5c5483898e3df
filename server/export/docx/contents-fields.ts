/** What docx cannot write of the contents: the fields around their lines, and the parts of the document that these are made from. */

const line = '<w:pStyle w:val="TOC1"/>';
const cell = new RegExp(`<w:tc>(?:(?!</w:tc>).)*?${line}(?:(?!</w:tc>).)*</w:tc>`, 'g');

/** In the body of a file whose bookmarks are numbered from 1. */
export function withContentsFields(xml: string): string {
  let columns = 0;
  let listed = 0;
  const firsts: number[] = [];
  const fielded = xml.replaceAll(cell, (column) => {
    columns += 1;
    firsts.push(listed + 1);
    listed += column.split(line).length - 1;
    return withField(column, nameOf(columns));
  });
  return columns === 0 ? xml : withParts(fielded, firsts, listed);
}

function withField(column: string, part: string): string {
  const isDirty = column.includes('w:dirty="true"') ? ' w:dirty="true"' : '';
  const instruction = `<w:instrText xml:space="preserve">TOC \\h \\o "1-1" \\b ${part}</w:instrText>`;
  const begin = `<w:r><w:fldChar w:fldCharType="begin"${isDirty}/>${instruction}<w:fldChar w:fldCharType="separate"/></w:r>`;
  const end = '<w:r><w:fldChar w:fldCharType="end"/></w:r>';
  const begun = column.replace('</w:pPr>', `$&${begin}`);
  // After the last line comes the paragraph that ends the cell.
  return begun.replace(/<\/w:p>(?=<w:p>(?:(?!<w:p>).)*<\/w:tc>$)/, `${end}$&`);
}

/** Each part goes from its first heading to that of the next, or to the end of the last one. */
function withParts(xml: string, firsts: readonly number[], listed: number): string {
  const number = (part: number): number => 1_000_000 + part;
  return firsts.reduce((marked, first, i) => {
    const part = i + 1;
    const start = `<w:bookmarkStart w:name="${nameOf(part)}" w:id="${number(part)}"/>`;
    const end = `<w:bookmarkEnd w:id="${number(part)}"/>`;
    const next = firsts[i + 1];
    const begun = marked.replace(headingOf(first), `${start}$&`);
    return next === undefined
      ? begun.replace(new RegExp(`${headingOf(listed).source}.*?<w:bookmarkEnd [^>]*>`), `$&${end}`)
      : begun.replace(headingOf(next), `${end}$&`);
  }, xml);
}

function headingOf(number: number): RegExp {
  return new RegExp(`<w:bookmarkStart w:name="_Toc${number}" [^>]*>`);
}

function nameOf(part: number): string {
  return `Contents${part}`;
}
