// What svelte-check and the compiler do not see: leftovers, loose comparisons, unkeyed lists, unsafe markup.
import svelte from 'eslint-plugin-svelte';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default [
  { ignores: ['dist', 'dist-gallery', 'node_modules', 'src/wire/types.ts', 'src/wire/page_types.ts'] },
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  // Without types: what needs them is svelte-check's, which is there already and quicker.
  { files: ['**/*.svelte', '**/*.svelte.ts'], languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } } },
  {
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': ['error', { allow: ['error'] }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      // An effect that reads a value to follow it.
      '@typescript-eslint/no-unused-expressions': 'off',
      // Addresses are the app's own: it has its own few lines for going from page to page.
      'svelte/no-navigation-without-resolve': 'off',
      // Charts and formulas come from the server, which escapes every word in them.
      'svelte/no-at-html-tags': 'off',
      // Maps and sets that never change once they are made need not be watched.
      'svelte/prefer-svelte-reactivity': 'off',
      // It takes the reason that stands behind the rule's name for more names.
      'svelte/no-unused-svelte-ignore': 'off',
    },
  },
  { files: ['tools/**', 'gallery/**', 'tests/**'], rules: { 'no-console': 'off' } },
];
