/** The few functions of PDFium that are used, of the hundreds that the package has. Handles are addresses; 0 = none. */
declare module '@embedpdf/pdfium' {
  interface Pdfium {
    readonly pdfium: {
      /** Its memory; another array after it grew. */
      readonly HEAPU8: Uint8Array;
      readonly wasmExports: { malloc(bytes: number): number };
    };
    PDFiumExt_Init(): void;
    FPDF_LoadMemDocument(at: number, bytes: number, password: string): number;
    /** 4 = a password is wanted. */
    FPDF_GetLastError(): number;
    EPDF_IsEncrypted(document: number): boolean;
    FPDF_GetPageCount(document: number): number;
    FPDF_LoadPage(document: number, page: number): number;
    FPDF_ClosePage(page: number): void;
    /** Points. */
    FPDF_GetPageWidthF(page: number): number;
    FPDF_GetPageHeightF(page: number): number;
    FPDFBitmap_Create(width: number, height: number, alpha: 0 | 1): number;
    FPDFBitmap_FillRect(
      bitmap: number,
      left: number,
      top: number,
      width: number,
      height: number,
      argb: number,
    ): boolean;
    FPDFBitmap_GetBuffer(bitmap: number): number;
    FPDFBitmap_GetStride(bitmap: number): number;
    FPDFBitmap_Destroy(bitmap: number): void;
    FPDF_RenderPageBitmap(
      bitmap: number,
      page: number,
      left: number,
      top: number,
      width: number,
      height: number,
      turned: 0,
      flags: number,
    ): void;
  }

  interface Options {
    readonly wasmBinary: Uint8Array;
    readonly instantiateWasm: (
      imports: Readonly<Record<string, Record<string, unknown>>>,
      ready: (instance: { readonly exports: object }) => void,
    ) => object;
  }

  export function init(options: Options): Promise<Pdfium>;
}
