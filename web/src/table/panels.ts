/** What can be open over a table, beside the rules. */
export type Panel = '' | 'why' | 'verify' | 'wishes' | 'company';
