/** What subset-font 2.9.0 has of use here; it brings no types. */
declare module 'subset-font' {
  export default function subsetFont(
    font: Buffer,
    text: '',
    options: {
      readonly targetFormat: 'sfnt';
      readonly keepAllGlyphs: true;
      readonly noHinting: boolean;
      readonly variationAxes: { readonly wght: number };
    },
  ): Promise<Buffer>;
}
