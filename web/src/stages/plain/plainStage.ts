/** What is fetched for a table of this stage: equipment and felt in one file. */
export { default as Felt } from './PlainFelt.svelte';
export { default as Stage } from './PlainStage.svelte';
