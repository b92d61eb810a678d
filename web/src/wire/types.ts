/** Written by scripts/wire_types from the Python records; change those, never this. */

export type FromBrowser =
  | Hello
  | Ask
  | CheckSetting
  | Pong
  | Again;

export type Act =
  | TakeSeat
  | LeaveSeat
  | CommitSeed
  | RevealSeed
  | PlaceBet
  | TakeDown
  | SayReady
  | Decide;

export type ToBrowser =
  | Welcome
  | Changed
  | Answer
  | Checked
  | Refused
  | Replaced
  | Closing
  | Ping;

export type GameView = SpinView | GinView | FlipView;

/** A message was missed: all that changed since the welcome is wanted, once. */
export interface Again {
  readonly kind: 'again';
  readonly number: number;
}

/** What became of an ask. */
export interface Answer {
  readonly kind: 'answer';
  readonly id: string;
  readonly refused: Refused | null;
}

/** A betting area in words: what it is called, and what its bets have in common. */
export interface Area {
  readonly key: string;
  readonly title: string;
  readonly note: string;
}

/** One act under an id the browser made; sent again with the same id it is done once. */
export interface Ask {
  readonly kind: 'ask';
  readonly id: string;
  readonly act: TakeSeat | LeaveSeat | CommitSeed | RevealSeed | PlaceBet | TakeDown | SayReady | Decide;
}

/** Somebody's decision is awaited; the options are shown to everybody. */
export interface AwaitedView {
  readonly actor: number;
  readonly options: readonly OptionView[];
  readonly in_default: string;
  readonly step: number;
}

/** A stake on the felt, in minor units. */
export interface BetView {
  readonly seat: number;
  readonly spot: string;
  readonly stake: number;
  readonly is_taken: boolean;
}

/** The place of a spot on the grid of its area, counted from 1, and its colour. */
export interface Cell {
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
  readonly mark: string;
  readonly colour: string;
}

/** What changed for this viewer since another picture of the table. */
export interface Changed {
  readonly kind: 'changed';
  readonly after: number;
  readonly number: number;
  readonly version: number;
  readonly now_ms: number;
  readonly changes: Readonly<Record<string, unknown>>;
}

/** What would this setting of my own cards be worth? None asks for the house way. */
export interface CheckSetting {
  readonly kind: 'check-setting';
  readonly id: string;
  readonly seat: number;
  readonly setting: readonly (readonly string[])[] | null;
}

/** What a setting is worth, or which combination is false. */
export interface Checked {
  readonly kind: 'checked';
  readonly id: string;
  readonly combinations: readonly (readonly string[])[];
  readonly left_over: readonly string[];
  readonly score: number;
  readonly sentence: string;
  readonly clause: string | null;
  readonly refused: Refused | null;
}

/** The server goes away or sheds load; come back after so long, or never when None. */
export interface Closing {
  readonly kind: 'closing';
  readonly sentence: string;
  readonly retry_ms: number | null;
}

/** The hash of a seed of the player's own, while bets are open. */
export interface CommitSeed {
  readonly kind: 'commit-seed';
  readonly seat: number;
  readonly hash: string;
}

/** Entries that were put right, and why. */
export interface CorrectionView {
  readonly draws: readonly number[];
  readonly reason: string;
  readonly sentence: string;
}

/** Public counts of a table: where a house that cheats by voids or withholding would show. */
export interface CountsView {
  readonly rounds: number;
  readonly voids: number;
  readonly missing_reveals: number;
  readonly chains: number;
}

/** Take an option; the setting is the combinations laid out, card by card. */
export interface Decide {
  readonly kind: 'decide';
  readonly seat: number;
  readonly option: string;
  readonly setting: readonly (readonly string[])[] | null;
  readonly round: string;
  readonly step: number | null;
}

export interface DrawView {
  readonly kind: string;
  readonly count: number;
  readonly place: string;
  readonly number: number;
}

/** What makes a sealed round checkable; the seed only once the round is over. */
export interface FairnessView {
  readonly commitment: string;
  readonly seed: string | null;
  readonly player_seeds: readonly (readonly [number, string])[];
  readonly chain_number: number;
  readonly chain_end: string;
  readonly chain_length: number;
  readonly link: number;
  readonly hashes: readonly (readonly [number, string])[];
  readonly missing: readonly number[];
}

export interface FlipBetView {
  readonly seat: number;
  readonly spot: string;
  readonly stake: string;
}

export interface FlipCallView {
  readonly what: string;
  readonly reason: string;
}

export interface FlipView {
  readonly phase: string;
  readonly row: readonly string[];
  readonly row_shows: string;
  readonly row_words: string;
  readonly fifth: string | null;
  readonly exposed: string | null;
  readonly bets: readonly FlipBetView[];
  readonly undealt: number;
  readonly discards: number;
  readonly shoe: string;
  readonly cut_undealt: number | null;
  readonly cut_reached: boolean;
  readonly calls: readonly FlipCallView[];
}

export interface GinDealerView {
  readonly count: number;
  readonly cards: readonly string[] | null;
  readonly laid_out: GinLaidOut | null;
  readonly qualifies: boolean | null;
}

/** A hand: how many cards lie there, and the cards only for those who may see them. */
export interface GinHandView {
  readonly seat: number;
  readonly count: number;
  readonly decision: string | null;
  readonly cards: readonly string[] | null;
  readonly laid_out: GinLaidOut | null;
  readonly note: string;
  readonly winner: string | null;
  readonly deciding_card: number | null;
  readonly bonus: string | null;
}

/** A hand laid out in combinations, left-over cards highest first. */
export interface GinLaidOut {
  readonly combinations: readonly (readonly string[])[];
  readonly names: readonly string[];
  readonly left_over: readonly string[];
  readonly score: number;
}

export interface GinView {
  readonly number: number;
  readonly phase: string;
  readonly seats: readonly number[];
  readonly bets: readonly (readonly [number, string, number])[];
  readonly hands: readonly GinHandView[];
  readonly dealer: GinDealerView;
  readonly hand_size: number;
  readonly to_decide: readonly number[];
  readonly calls: readonly string[];
  readonly void: string | null;
  readonly responsible_gambling: string;
}

/** The first message of a socket: what was seen last, to be told what happened meanwhile. */
export interface Hello {
  readonly kind: 'hello';
  readonly seen: number;
  readonly takes_over: boolean;
}

/** The round before: settled or void, line by line, with its seed. */
export interface LastView {
  readonly round_id: string;
  readonly viewer: number;
  readonly result: ResultNote;
  readonly trouble: string;
  readonly explained: string;
  readonly is_void: boolean;
  readonly sentence: string;
  readonly clause: string;
  readonly lines: readonly LineView[];
  readonly corrections: readonly CorrectionView[];
  readonly fairness: FairnessView | null;
  readonly game: GameView;
  readonly places: readonly Place[];
}

/** Stand up. */
export interface LeaveSeat {
  readonly kind: 'leave-seat';
  readonly seat: number;
}

/** One stake settled, in minor units, and the clause that says why. */
export interface LineView {
  readonly seat: number;
  readonly spot: string;
  readonly stake: number;
  readonly result: string;
  readonly odds: string | null;
  readonly pays: number;
  readonly clause: string;
  readonly taken: number;
  readonly moves_to: string | null;
}

/** An act that is open to the viewer, and what it may name. */
export interface Offer {
  readonly act: string;
  readonly names: readonly string[];
}

/** An option, and by how much it raises what the actor has at stake; less than 0: takes back. */
export interface OptionView {
  readonly option: string;
  readonly label: string;
  readonly takes_setting: boolean;
  readonly adds: number;
}

/** The pays of one spot. */
export interface Paytable {
  readonly spot: string;
  readonly label: string;
  readonly area: string;
  readonly title: string;
  readonly lines: readonly PostedLine[];
}

/** Are you there? */
export interface Ping {
  readonly kind: 'ping';
  readonly now_ms: number;
}

/** A place on the table and what lies there, as one viewer sees it. */
export interface Place {
  readonly key: string;
  readonly label: string;
  readonly kind: string;
  readonly items: readonly string[];
  readonly note: string;
}

/** The stake on a spot shall be this much. */
export interface PlaceBet {
  readonly kind: 'place-bet';
  readonly seat: number;
  readonly spot: string;
  readonly stake: number;
  readonly round: string;
}

/** The answer to a ping. */
export interface Pong {
  readonly kind: 'pong';
}

/** One pay in words. */
export interface PostedLine {
  readonly name: string;
  readonly odds: string;
  readonly clause: string;
  readonly short: string;
}

/** The one shape of an error: code, sentence, reference. */
export interface Refused {
  readonly kind: 'refused';
  readonly code: string;
  readonly sentence: string;
  readonly reference: string;
}

/** Another tab of the same viewer took over; this one stays quiet. */
export interface Replaced {
  readonly kind: 'replaced';
  readonly sentence: string;
}

/** A finished round for the strip of results. */
export interface ResultNote {
  readonly kind: 'result';
  readonly round_id: string;
  readonly is_void: boolean;
  readonly shown: readonly string[];
  readonly equipment: string;
  readonly note: string;
}

/** The seed itself, once bets are closed. */
export interface RevealSeed {
  readonly kind: 'reveal-seed';
  readonly seat: number;
  readonly text: string;
}

/** Finished betting. */
export interface SayReady {
  readonly kind: 'ready';
  readonly seat: number;
  readonly round: string;
}

export interface SeatView {
  readonly seat: number;
  readonly name: string | null;
  readonly kind: string | null;
  readonly is_leaving: boolean;
  readonly is_ready: boolean;
  readonly in_round: boolean;
  readonly in_action: number;
  readonly is_away: boolean;
  readonly chips: number | null;
  readonly net: number | null;
}

/** The table as this viewer sees it now: what a browser makes of the changes. */
export interface Shown {
  readonly kind: 'shown';
  readonly version: number;
  readonly now_ms: number;
  readonly view: TableView;
}

export interface SpinAnswerView {
  readonly seat: number;
  readonly choice: string;
}

export interface SpinBetView {
  readonly seat: number;
  readonly spot: string;
  readonly stake: string;
  readonly stayed_up: boolean;
}

export interface SpinSupervisorView {
  readonly reason: string;
  readonly phase: string;
}

/** One Top: its name, who spins it (0 is the dealer), and what it shows. */
export interface SpinTopView {
  readonly name: string;
  readonly spun_by: number | null;
  readonly face: string | null;
}

export interface SpinView {
  readonly spin_number: number;
  readonly phase: string;
  readonly seats: readonly number[];
  readonly bets: readonly SpinBetView[];
  readonly tops: readonly [SpinTopView, SpinTopView];
  readonly face_counts: readonly (readonly [string, number])[];
  readonly spin_seconds: readonly [number, number];
  readonly direction: string | null;
  readonly spinner: number | null;
  readonly queue: readonly number[];
  readonly answers: readonly SpinAnswerView[];
  readonly attempt: number;
  readonly voids: readonly SpinVoidView[];
  readonly supervisor_calls: readonly SpinSupervisorView[];
  readonly wins: readonly SpinWinView[];
}

export interface SpinVoidView {
  readonly attempt: number;
  readonly reason: string;
  readonly faces: readonly string[];
  readonly spun_by: readonly [number, number];
}

/** A spot that the landed faces make a winner, and its odds. */
export interface SpinWinView {
  readonly spot: string;
  readonly odds: string;
  readonly clause: string;
}

/** A bet on the felt: odds, limits, and why the viewer's seat may not make it now, if so. */
export interface SpotView {
  readonly spot: string;
  readonly label: string;
  readonly area: string;
  readonly odds: readonly string[];
  readonly minimum: number;
  readonly maximum: number;
  readonly unit: number;
  readonly closed: string | null;
  readonly cell: Cell | null;
  readonly contract: string | null;
}

export interface TableView {
  readonly table: string;
  readonly game: string;
  readonly title: string;
  readonly edition: string;
  readonly edition_hash: string;
  readonly approval: string;
  readonly profile: string | null;
  readonly placard: string | null;
  readonly mode: string;
  readonly mode_words: string;
  readonly is_training: boolean;
  readonly phase: string;
  readonly paused: string | null;
  readonly round_id: string | null;
  readonly viewer: number;
  readonly balance: number | null;
  readonly seats: readonly SeatView[];
  readonly bets: readonly BetView[];
  readonly spots: readonly SpotView[];
  readonly awaited: readonly AwaitedView[];
  readonly draw: DrawView | null;
  readonly corrections: readonly CorrectionView[];
  readonly offers: readonly Offer[];
  readonly deadline_ms: number | null;
  readonly says: string;
  readonly look: readonly string[];
  readonly fairness: FairnessView | null;
  readonly counts: CountsView;
  readonly felt: GameView | null;
  readonly last: LastView | null;
  readonly places: readonly Place[];
}

/** Take a stake back. */
export interface TakeDown {
  readonly kind: 'take-down';
  readonly seat: number;
  readonly spot: string;
  readonly round: string;
}

/** Sit down at a free seat. */
export interface TakeSeat {
  readonly kind: 'take-seat';
  readonly seat: number;
  readonly name: string;
}

/** What never changes at this table, and what happened while the viewer was away. */
export interface Welcome {
  readonly kind: 'welcome';
  readonly viewer_name: string;
  readonly edition_title: string;
  readonly rounds_per_hour: number;
  readonly refills_to: number;
  readonly helpline: string;
  readonly history: readonly ResultNote[];
  readonly own_last: LastView | null;
  readonly meanwhile: string | null;
  readonly is_coach_allowed: boolean;
  readonly paytables: readonly Paytable[];
  readonly areas: readonly Area[];
  readonly beds: readonly Place[];
  readonly beside_approval: readonly string[];
  readonly number: number;
  readonly view: TableView;
}
