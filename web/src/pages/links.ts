/** The pages named in the head of every page, in order. */
export const LINKS: readonly { to: string; label: string }[] = [{ to: '/', label: 'Tables' }];
