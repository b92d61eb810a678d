/** Runes everywhere; warnings are errors in `npm run check`. */
export default { compilerOptions: { runes: true } };
