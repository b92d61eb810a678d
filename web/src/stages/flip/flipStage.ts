/** What is fetched for a table of this stage: equipment and felt in one file. */
export { default as Felt } from './FlipFelt.svelte';
export { default as Stage } from './FlipStage.svelte';
