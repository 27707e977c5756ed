/** The package has no types. Only what is used is declared. */
declare module 'subset-font' {
  export default function subsetFont(
    font: Uint8Array,
    text: string | undefined,
    options: {
      readonly targetFormat: 'sfnt' | 'woff2';
      readonly variationAxes?: Readonly<Record<string, { readonly min: number; readonly max: number }>>;
      readonly keepFeatures?: readonly string[];
      readonly preserveNameIds?: readonly number[];
      readonly keepAllGlyphs?: boolean;
    },
  ): Promise<Buffer>;
}
