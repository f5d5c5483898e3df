/**
 * PDFium as WebAssembly: it sees neither disk nor network, runs no script of a file, and gets no more memory than it is allowed. It is loaded
 * by a thread of its own (sheet-thread.ts), which ends with the file that it was started for.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { init, type Pdfium } from '@embedpdf/pdfium';

/** Of one file with its largest page; a drawing of 108 megapixels fits. */
const mostBytes = 256 * 1024 * 1024;

/** A document as it is in memory. */
export interface OpenPdf {
  readonly pdfium: Pdfium;
  readonly document: number;
  readonly pages: number;
}

export type Unreadable = 'protected' | 'damaged';

export async function openPdf(bytes: Uint8Array): Promise<OpenPdf | Unreadable> {
  const pdfium = await started();
  const at = pdfium.pdfium.wasmExports.malloc(bytes.length);
  if (at === 0) return 'damaged';
  pdfium.pdfium.HEAPU8.set(bytes, at);
  const document = pdfium.FPDF_LoadMemDocument(at, bytes.length, '');
  if (document === 0) return pdfium.FPDF_GetLastError() === 4 ? 'protected' : 'damaged';
  if (pdfium.EPDF_IsEncrypted(document)) return 'protected';
  const pages = pdfium.FPDF_GetPageCount(document);
  return pages > 0 ? { pdfium, document, pages } : 'damaged';
}

/** As far as it is used: neither the types of Node nor those of the language know it. */
const { WebAssembly: wasm } = globalThis as unknown as {
  readonly WebAssembly: {
    readonly Module: new (bytes: Uint8Array) => object;
    readonly Instance: new (module: object, imports: object) => { readonly exports: object };
  };
};

async function started(): Promise<Pdfium> {
  const wasmBinary = await readFile(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')));
  const pdfium = await init({
    wasmBinary,
    instantiateWasm: ({ env = {}, ...others }, ready) => {
      const grow = env['emscripten_resize_heap'] as (bytes: number) => unknown; // as the module was built
      const bounded = (bytes: number): unknown => (bytes >>> 0 > mostBytes ? 0 : grow(bytes));
      const imports = { ...others, env: { ...env, emscripten_resize_heap: bounded } };
      const instance = new wasm.Instance(new wasm.Module(wasmBinary), imports);
      ready(instance);
      return instance.exports;
    },
  });
  pdfium.PDFiumExt_Init();
  return pdfium;
}
