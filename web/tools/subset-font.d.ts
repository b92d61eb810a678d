/** The part of the package that is used here. */
declare module 'subset-font' {
  interface Options {
    readonly targetFormat: 'woff2';
    readonly variationAxes?: Readonly<Record<string, { readonly min: number; readonly max: number; readonly default: number }>>;
  }
  export default function subsetFont(font: Buffer, letters: string, options: Options): Promise<Buffer>;
}
