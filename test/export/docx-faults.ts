/**
 * What is wrong with the parts of a DOCX (rule EX12): XML that is not well-formed, properties out of the order that the schema
 * asks for, and two pictures with the same number.
 */
import { readDocx, xmlFault } from './reading.ts';

/** ECMA-376 part 1, 17.3 and 17.4: the order of the members that we write; Word refuses a file in another. */
const orders: Readonly<Record<string, readonly string[]>> = {
  'w:pPr': inOrder(
    'pStyle keepNext keepLines pageBreakBefore widowControl numPr pBdr shd tabs bidi spacing ind contextualSpacing jc outlineLvl rPr sectPr',
  ),
  'w:rPr': inOrder(
    'rStyle rFonts b bCs i iCs caps strike noProof vanish color spacing kern position sz szCs highlight u bdr shd vertAlign rtl cs lang',
  ),
  'w:tblPr': inOrder(
    'tblStyle bidiVisual tblW jc tblInd tblBorders shd tblLayout tblCellMar tblLook tblCaption tblDescription',
  ),
  'w:tcPr': inOrder('tcW gridSpan vMerge tcBorders shd noWrap tcMar textDirection vAlign'),
  'w:sectPr': inOrder('headerReference footerReference type pgSz pgMar pgBorders pgNumType cols titlePg docGrid'),
  'w:tbl': inOrder('tblPr tblGrid tr'),
  'w:tc': inOrder('tcPr p'),
};

function inOrder(names: string): readonly string[] {
  return names.split(' ').map((name) => `w:${name}`);
}

export function docxFaults(bytes: Uint8Array): readonly string[] {
  const written = [...readDocx(bytes).parts].filter(([path]) => !path.startsWith('word/media/'));
  return written.flatMap(([path, xml]) => {
    const fault = xmlFault(xml);
    const faults = fault ? [fault] : path.startsWith('word/') ? orderFaults(xml) : [];
    return [...new Set([...faults, ...pictureFaults(xml)])].map((each) => `${path}: ${each}`);
  });
}

function pictureFaults(xml: string): readonly string[] {
  const numbers = [...xml.matchAll(/<wp:docPr id="(\d+)"/g)].map(([, number]) => number);
  return numbers
    .filter((number, place) => numbers.indexOf(number) < place)
    .map((number) => `two pictures are ${number}`);
}

function orderFaults(xml: string): readonly string[] {
  const faults: string[] = [];
  const open: { readonly name: string; place: number }[] = [];
  for (const [, closing, name = '', empty] of xml.matchAll(/<(\/?)([A-Za-z][\w:.-]*)[^>]*?(\/?)>/g)) {
    if (closing) {
      open.pop();
      continue;
    }
    const parent = open.at(-1);
    const order = parent && orders[parent.name];
    if (parent && order) {
      const place = order.indexOf(name);
      if (place < 0) faults.push(`${name} is not expected in ${parent.name}`);
      else if (place < parent.place) faults.push(`${name} comes too late in ${parent.name}`);
      else parent.place = place;
    }
    if (!empty) open.push({ name, place: 0 });
  }
  return faults;
}
