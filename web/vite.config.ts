import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { roundVerifier } from './tools/verifier-plugin.ts';

// Nothing is inlined: the server sends a content security policy without inline script or style.
export default defineConfig(({ mode }) => ({
  plugins: [svelte(), roundVerifier()],
  base: mode === 'gallery' ? './' : '/',
  build: {
    target: 'es2022',
    outDir: mode === 'gallery' ? 'dist-gallery' : 'dist',
    emptyOutDir: true,
    chunkSizeWarningLimit: 600,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: { input: mode === 'gallery' ? 'gallery.html' : 'index.html' },
  },
  // Under test the browser's build of Svelte is wanted, not the server's.
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  test: {
    include: ['tests/**/*.test.ts'],
    environment: 'node',
    maxWorkers: 1,
  },
}));
