/** Written by scripts/wire_types from the Python records; change those, never this. */

/** Keep your seat, credits and history under a password. */
export interface AccountForm {
  readonly name: string;
  readonly password: string;
}

/** Your practice credits in minor units. */
export interface Balance {
  readonly balance: number;
}

/** How many bots shall take seats. */
export interface BotsForm {
  readonly count: number;
}

/** A numbered clause of the rules. */
export interface ClauseNote {
  readonly number: string;
  readonly heading: string;
  readonly text: string;
  readonly source: string;
  readonly is_ruling: boolean;
}

/** It was done, and is on disk up to this version. */
export interface Done {
  readonly version: number;
}

/** An edition that can be dealt. */
export interface EditionCard {
  readonly edition: string;
  readonly title: string;
  readonly approval: string;
  readonly profiles: readonly string[];
}

/** A game in the lobby: what makes it special, and the exact edge of its best bet. */
export interface GameCard {
  readonly game: string;
  readonly title: string;
  readonly pitch: string;
  readonly best_bet: string;
  readonly edge_percent: string | null;
  readonly edge_fraction: string | null;
  readonly seats_max: number;
  readonly editions: readonly EditionCard[];
  readonly tables: readonly TableCard[];
}

/** Sit down with a name only. */
export interface GuestForm {
  readonly name: string;
}

/** How far a stream of the journal goes, and its digest there. */
export interface HeadNote {
  readonly stream: string;
  readonly version: number;
  readonly digest: string;
}

/** Whether the server lives or is ready, in one sentence. */
export interface Health {
  readonly is_well: boolean;
  readonly sentence: string;
}

/** Set one of your own limits; none takes it away after 24 hours. */
export interface LimitForm {
  readonly id: string;
  readonly kind: string;
  readonly value: number | null;
}

/** One of your own limits as it stands: amounts in minor units, times in milliseconds. */
export interface LimitNote {
  readonly kind: string;
  readonly in_force: number | null;
  readonly pending: number | null;
  readonly pending_from_ms: number | null;
}

/** The lobby. */
export interface LobbyPage {
  readonly viewer_name: string | null;
  readonly balance: number | null;
  readonly helpline: string;
  readonly games: readonly GameCard[];
}

/** Who you are here, and the token that every form must carry in its header. */
export interface Me {
  readonly person: string;
  readonly name: string;
  readonly role: string;
  readonly is_guest: boolean;
  readonly balance: number;
  readonly csrf: string;
}

/** A table that was opened for you, and the link to pass on. */
export interface OpenedTable {
  readonly table: string;
  readonly link: string;
}

/** A table that you opened or sit at, with the link to pass on. */
export interface OwnTable {
  readonly table: string;
  readonly link: string;
  readonly game: string;
  readonly title: string;
  readonly edition: string;
  readonly edition_title: string;
  readonly is_host: boolean;
  readonly own_seat: number | null;
  readonly people: number;
  readonly bots: number;
  readonly seats: number;
  readonly says: string;
}

/** A line of the paytable. */
export interface PayNote {
  readonly area: string;
  readonly label: string;
  readonly odds: readonly string[];
}

/** Fill your practice credits up. */
export interface RefillForm {
  readonly id: string;
}

/** What a person may do in this house. */
export interface RoleForm {
  readonly role: string;
}

/** A round that is over, and its file for `pitboss verify`. */
export interface RoundNote {
  readonly round_id: string;
  readonly table: string;
  readonly at_ms: number;
  readonly notation: string;
  readonly file: Readonly<Record<string, unknown>>;
}

/** Rules and pays of an edition. */
export interface RulesPage {
  readonly game: string;
  readonly title: string;
  readonly edition_title: string;
  readonly document: string;
  readonly approval: string;
  readonly pays: readonly PayNote[];
  readonly clauses: readonly ClauseNote[];
}

/** Name and password of an account. */
export interface SignInForm {
  readonly name: string;
  readonly password: string;
}

/** One line of your account. */
export interface StatementNote {
  readonly number: number;
  readonly at_ms: number;
  readonly kind: string;
  readonly change: number;
  readonly balance: number;
  readonly round_id: string | null;
  readonly reason: string;
}

/** A table to sit down at. */
export interface TableCard {
  readonly table: string;
  readonly game: string;
  readonly edition_title: string;
  readonly seats_free: number;
  readonly seats: number;
  readonly minimum: number;
  readonly maximum: number;
  readonly says: string;
}

/** A private table: game, edition, how many seats and how many of them for bots. */
export interface TableForm {
  readonly game: string;
  readonly edition?: string;
  readonly profile?: string;
  readonly mode?: string;
  readonly seats?: number;
  readonly bots?: number;
  readonly is_listed?: boolean;
}
