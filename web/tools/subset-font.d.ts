/** The part of the package that is used here. */
declare module 'subset-font' {
  export default function subsetFont(font: Buffer, letters: string, options: { readonly targetFormat: 'woff2' }): Promise<Buffer>;
}
