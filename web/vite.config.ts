import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { brotli } from './tools/brotli-plugin.ts';
import { FONTS, fontParts } from './tools/fonts-plugin.ts';
import { roundVerifier } from './tools/verifier-plugin.ts';

// Three files in place of seventeen small ones: a table opened by its link is then fetched at once, by the
// page's own head, instead of file after file as each names the next. The server names LiveTable there.
const TABLE = [
  'table/(?!.*Panel|Settlement)',
  'story/',
  'wire/(socket|machine)',
  'stages/(.*/)?(registry|story)',
  'parts/(BetSpot|Chip|drawn-chips|PostedPays|Sheet|Words)',
  'lib/(chips|clock|drag|felt|odds|share|sound|words)',
];
const GROUPS = [
  // What equipment shows: for the table, and for pictures of games that have none of their own.
  { name: 'Item', test: /\/parts\/(Item|FaceSymbol)/, priority: 3 },
  { name: 'LiveTable', test: new RegExp(`/web/src/(${TABLE.join('|')})|/svelte/src/reactivity/(?!create)`), priority: 2 },
  { name: 'base', test: /\/svelte\/src\/|\/clsx\/|\/lib\/(cards|faces|later|turns)|\/stages\/looks|\/parts\/(PlayingCard|drawn-card)/, priority: 1 },
];

// What a table runs is compiled when it is fetched, beside the page's own thread, and not at the first
// card: a comment that browsers without it pass over.
const COMPILED = /^(LiveTable|base|\w+Stage)$/;
const eager: Plugin = {
  name: 'compile-with-fetch',
  generateBundle: {
    // The last word: the comment counts only at the head of a file.
    order: 'post',
    handler(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk' && COMPILED.test(file.name)) file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
      }
    },
  },
};

// Nothing is inlined: the server sends a content security policy without inline script or style.
export default defineConfig(({ mode }) => ({
  plugins: [fontParts(), svelte(), roundVerifier(), eager, ...(mode === 'gallery' ? [] : [brotli('dist')])],
  base: mode === 'gallery' ? './' : '/',
  build: {
    target: 'es2022',
    outDir: mode === 'gallery' ? 'dist-gallery' : 'dist',
    emptyOutDir: true,
    chunkSizeWarningLimit: 600,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: mode === 'gallery' ? 'gallery.html' : 'index.html',
      output: {
        codeSplitting: { includeDependenciesRecursively: false, groups: GROUPS },
        // What the table's file imports is named with it, by the same beginning.
        chunkFileNames: ({ name }) => `assets/${/^(rolldown-runtime|Item)$/.test(name) ? 'LiveTable-' : ''}[name]-[hash].js`,
      },
    },
  },
  // Under test the browser's build of Svelte is wanted, not the server's.
  resolve: { alias: { '@fonts': FONTS }, ...(process.env.VITEST ? { conditions: ['browser'] } : {}) },
  test: {
    include: ['tests/**/*.test.ts'],
    environment: 'node',
    setupFiles: ['tests/settled.ts'],
    maxWorkers: 1,
    // One process for all files; whatever a test changes outside itself it puts back.
    isolate: false,
    // Ends a test that would wait for ever; no test comes near it, on a busy machine either.
    testTimeout: 900_000,
    hookTimeout: 900_000,
  },
}));
