/** The pages named in the head of every page, in order. */
export const LINKS: readonly { to: string; label: string }[] = [
  { to: '/', label: 'Tables' },
  { to: '/proof', label: 'House edge' },
  { to: '/workbench', label: 'Workbench' },
  { to: '/protect', label: 'Protection' },
  { to: '/simulate', label: 'Simulate' },
  { to: '/rounds', label: 'My rounds' },
  { to: '/me', label: 'My limits' },
  { to: '/train', label: 'Training' },
  { to: '/desk', label: 'Desk' },
  { to: '/pit', label: 'Pit' },
];
