/** What is fetched for a table of this stage: equipment and felt in one file. */
export { default as Felt } from './GinFelt.svelte';
export { default as Stage } from './GinStage.svelte';
