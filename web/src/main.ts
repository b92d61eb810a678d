import { mount } from 'svelte';
import './theme';
import App from './App.svelte';
import { wishes } from './lib/wishes.svelte';

wishes.dress();
const target = document.getElementById('app');
if (target) mount(App, { target });
