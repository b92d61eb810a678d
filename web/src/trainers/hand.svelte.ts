/** A hand being set: groups laid out, cards picked. What a group is worth, the server says. */

export class HandOnTable {
  readonly cards: readonly string[];
  groups = $state.raw<readonly (readonly string[])[]>([]);
  picked = $state.raw<ReadonlySet<string>>(new Set());
  /** The score as it is typed. */
  called = $state('');

  constructor(cards: readonly string[]) {
    this.cards = cards;
  }
  get loose(): readonly string[] {
    const used = new Set(this.groups.flat());
    return this.cards.filter((card) => !used.has(card));
  }
  pick(card: string): void {
    const next = new Set(this.picked);
    if (!next.delete(card)) next.add(card);
    this.picked = next;
  }
  /** Lay the picked cards out as one group. */
  group(): void {
    const chosen = this.loose.filter((card) => this.picked.has(card));
    if (chosen.length < 2) return;
    this.groups = [...this.groups, chosen];
    this.picked = new Set();
  }
  /** Drop a card on another one: into its group, or together with it. */
  join(card: string, onto: string): void {
    if (card === onto) return;
    const rest = this.groups.map((group) => group.filter((one) => one !== card));
    const at = rest.findIndex((group) => group.includes(onto));
    const joined = at >= 0 ? rest.map((group, index) => (index === at ? [...group, card] : group)) : [...rest, [onto, card]];
    this.groups = joined.filter((group) => group.length > 1);
    this.picked = new Set();
  }
  separate(index: number): void {
    this.groups = this.groups.filter((_, at) => at !== index);
  }
  clear(): void {
    this.groups = [];
    this.picked = new Set();
  }
}
