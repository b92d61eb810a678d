/** Runes everywhere; warnings are errors in `npm run check`. Class names short: each is sent. */
export default {
  compilerOptions: { runes: true, cssHash: ({ hash, filename }) => `s${hash(filename)}` },
};
