/** Written by scripts/wire_types from the Python records; change those, never this. */

import type { GameView, Paytable, Place } from './types';

/** Keep your seat, credits and history under a password. */
export interface AccountForm {
  readonly name: string;
  readonly password: string;
}

/** Luck and play of this visit: result = worth - cost + luck, exactly. */
export interface AccountNote {
  readonly rounds: number;
  readonly staked: number;
  readonly result: Amount;
  readonly worth: Amount;
  readonly cost: Amount;
  readonly luck: Amount;
  readonly best_worth: Amount;
}

/** The pays on both sides of an aim, or why there are none. */
export interface AimPage {
  readonly bet: string;
  readonly field: string;
  readonly aim: Share | null;
  readonly less: PayAnswer | null;
  readonly more: PayAnswer | null;
  readonly refused: FieldRefusal | null;
}

/** A step about an alert: acknowledged, investigated or closed, with a note. */
export interface AlertForm {
  readonly state: string;
  readonly note?: string;
}

/** A step that somebody took about an alert. */
export interface AlertMarkNote {
  readonly state: string;
  readonly note: string;
  readonly name: string;
  readonly at_ms: number;
}

/** What a monitor is alarmed about, and the rounds behind it. */
export interface AlertNote {
  readonly kind: string;
  readonly who: string;
  readonly sentence: string;
  readonly chance: string;
  readonly observations: number;
  readonly rounds: readonly string[];
}

/** Credits: exact as n/d, and rounded to four places. */
export interface Amount {
  readonly exact: string;
  readonly shown: string;
}

/** A bet that is asked about. */
export interface AskedBet {
  readonly seat: number;
  readonly spot: string;
  readonly label: string;
  readonly stake: number;
  readonly is_award: boolean;
}

/** What an auditor looks at. */
export interface AuditPage {
  readonly heads: readonly HeadNote[];
  readonly verification: Verification;
  readonly permissions: readonly Permission[];
  readonly staff: readonly StaffNote[];
  readonly changes: readonly RoleChangeNote[];
}

/** Your practice credits in minor units. */
export interface Balance {
  readonly balance: number;
}

/** A bet and what one credit on it nets on average. */
export interface BetAdvice {
  readonly spot: string;
  readonly label: string;
  readonly percent: string;
  readonly fraction: string;
  readonly is_open: boolean;
  readonly is_best: boolean;
  readonly stake: number;
  readonly worth: Amount;
}

/** Take a bet, push it, let it stand, or pay so much. */
export interface BetAnswer {
  readonly seat: number;
  readonly spot: string;
  readonly result: string;
  readonly pays?: number;
  readonly is_award?: boolean;
}

/** The edge of bets with one distribution, under the first one's name. */
export interface BetEdge {
  readonly name: string;
  readonly keys: readonly string[];
  readonly house_edge: Share;
  readonly change: Share | null;
}

/** How many bots shall take seats, and the seat that one shall leave. */
export interface BotsForm {
  readonly count?: number;
  readonly leaves?: number;
}

/** A table that is out of service because its journal cannot be replayed. */
export interface BrokenTable {
  readonly table: string;
  readonly sentence: string;
  readonly in_action: number;
}

/** A procedure that may be called now, and what may be recorded with it. */
export interface CallNote {
  readonly call: string;
  readonly label: string;
  readonly clause: string;
  readonly draw: DrawNote | null;
  readonly is_due: boolean;
  readonly reasons: readonly string[];
}

/** A call for a floor supervisor that nobody has acknowledged yet. */
export interface CallRung {
  readonly table: string;
  readonly title: string;
  readonly number: number;
  readonly reason: string;
  readonly who: string;
  readonly at_ms: number;
  readonly ago_ms: number;
}

/** Every open call of the house, the oldest first. */
export interface CallsPage {
  readonly calls: readonly CallRung[];
}

/** A clause behind a field that differs. */
export interface ChangedClause {
  readonly number: string;
  readonly heading: string;
  readonly text: string;
}

/** One thing that was looked at: sound, false, or not to be had from this file (None). */
export interface Check {
  readonly name: string;
  readonly is_sound: boolean | null;
  readonly sentence: string;
}

/** What a round file is worth, by the checks of `pitboss verify`. */
export interface CheckedFile {
  readonly round_id: string;
  readonly is_sound: boolean;
  readonly checks: readonly Check[];
}

/** One numbered rule, in our own words, with where it comes from. */
export interface Clause {
  readonly number: string;
  readonly heading: string;
  readonly text: string;
  readonly source: string;
  readonly is_ruling: boolean;
}

/** The house's time and how far the machine's clock is ahead of it. */
export interface ClockNote {
  readonly now_ms: number;
  readonly off_ms: number;
  readonly is_held: boolean;
  readonly confirmed: readonly ClockStepNote[];
}

/** A time that somebody confirmed: the house went on at `to_ms` in place of `from_ms`. */
export interface ClockStepNote {
  readonly who: string;
  readonly from_ms: number;
  readonly to_ms: number;
}

/** Everything the coach says about a table to one viewer. */
export interface CoachPage {
  readonly table: string;
  readonly version: number;
  readonly basis: string;
  readonly bets: readonly BetAdvice[];
  readonly options: readonly OptionAdvice[];
  readonly note: string;
  readonly last_decision: DecisionNote | null;
  readonly account: AccountNote;
  readonly definition: string;
  readonly visit: string;
}

/** The comparison, or how far it is. */
export interface CompareAnswer {
  readonly page: ComparePage | null;
  readonly work: WorkNote | null;
}

/** What changes from one edition to another. */
export interface ComparePage {
  readonly game: string;
  readonly game_title: string;
  readonly before: string;
  readonly before_hash: string;
  readonly before_approval: string;
  readonly after: string;
  readonly after_hash: string;
  readonly after_approval: string;
  readonly fields: readonly FieldNote[];
  readonly clauses: readonly ChangedClause[];
  readonly bets: readonly ShareChange[];
  readonly deviations: readonly DeviationNote[];
  readonly decisions: DecisionsNote | null;
}

/** Sign that a condition is met, or open again. */
export interface ConditionForm {
  readonly condition: string;
  readonly is_met: boolean;
  readonly note: string;
}

/** A condition of an approval, and the last that was signed about it. */
export interface ConditionNote {
  readonly condition: string;
  readonly text: string;
  readonly who: string;
  readonly source: string;
  readonly is_met: boolean;
  readonly note: string;
  readonly name: string;
  readonly at_ms: number | null;
}

/** One field that can be changed: its kind, its value in the edition, and what it may be. */
export interface ControlNote {
  readonly field: string;
  readonly section: string;
  readonly label: string;
  readonly kind: string;
  readonly value: string;
  readonly low: number;
  readonly high: number;
  readonly options: readonly string[];
  readonly clause: string;
}

/** What one bet was paid too little, or too much where it is negative. */
export interface CorrectionMove {
  readonly seat: number;
  readonly label: string;
  readonly amount: number;
}

/** A correction of the last round that waits for a pit boss. */
export interface CorrectionNote {
  readonly number: number;
  readonly round_id: string;
  readonly is_void: boolean;
  readonly changes: readonly string[];
  readonly reason: string;
  readonly who: string;
  readonly moves: readonly CorrectionMove[];
  readonly gone: readonly number[];
}

/** A seat's decision in words. */
export interface DecidedPlace {
  readonly seat: number;
  readonly words: string;
}

/** A decision that was made, the best one, and what lies between them. */
export interface DecisionNote {
  readonly round_id: string;
  readonly made: string;
  readonly best: string;
  readonly cost: Amount;
}

/** How many hands are decided differently. */
export interface DecisionsNote {
  readonly hands: string;
  readonly changed: string;
  readonly fold_to_play: string;
  readonly play_to_fold: string;
}

/** Save the numbers of the workbench under a name. */
export interface DesignForm {
  readonly game: string;
  readonly base: string;
  readonly name: string;
  readonly changes: Readonly<Record<string, string>>;
}

/** A design: an edition of somebody's own, kept by the hash of its rules. */
export interface DesignNote {
  readonly game: string;
  readonly hash: string;
  readonly name: string;
  readonly base: string;
  readonly approval: string;
  readonly changes: readonly (readonly [string, string])[];
  readonly link: string;
  readonly is_new: boolean;
}

/** A bet on the layout: what it can pay and, once the round is decided, what becomes of it. */
export interface DeskBet {
  readonly seat: number;
  readonly name: string;
  readonly spot: string;
  readonly label: string;
  readonly stake: number;
  readonly may_pay: readonly MayPay[];
  readonly result: string | null;
  readonly odds: string | null;
  readonly pays: number | null;
  readonly clause: string | null;
  readonly is_taken: boolean;
  readonly taken: number;
}

/** A table that can be run from the desk. */
export interface DeskCard {
  readonly table: string;
  readonly game: string;
  readonly title: string;
  readonly edition_title: string;
  readonly is_by_hand: boolean;
  readonly phase: string;
  readonly paused: string | null;
  readonly people: number;
  readonly seats: number;
  readonly in_action: number;
  readonly says: string;
  readonly approval: string;
  readonly rounds: number;
}

/** A game of which a table can be opened. */
export interface DeskGame {
  readonly game: string;
  readonly title: string;
  readonly seats_max: number;
  readonly editions: readonly EditionCard[];
}

/** The dealer's desk. */
export interface DeskPage {
  readonly name: string;
  readonly role: string;
  readonly may_open: boolean;
  readonly tables: readonly DeskCard[];
  readonly broken: readonly BrokenTable[];
  readonly games: readonly DeskGame[];
  readonly clock: ClockNote;
}

/** A seat from behind: who sits there, and what may be recorded for a walk-up player. */
export interface DeskSeat {
  readonly seat: number;
  readonly name: string | null;
  readonly kind: string | null;
  readonly chips: number | null;
  readonly in_action: number;
  readonly spots: readonly DeskSpot[];
}

/** A bet that may be recorded for a walk-up player, with what lies there. */
export interface DeskSpot {
  readonly spot: string;
  readonly label: string;
  readonly area: string;
  readonly minimum: number;
  readonly maximum: number;
  readonly unit: number;
  readonly stake: number;
}

/** A table from behind. */
export interface DeskTable {
  readonly table: string;
  readonly version: number;
  readonly round_id: string | null;
  readonly draw: DrawNote | null;
  readonly entries: readonly EntryNote[];
  readonly calls: readonly CallNote[];
  readonly bets: readonly DeskBet[];
  readonly is_decided: boolean;
  readonly taken: number;
  readonly paid: number;
  readonly trail: readonly TrailNote[];
  readonly dealer: string;
  readonly is_yours: boolean;
  readonly rung: readonly CallRung[];
  readonly tray: TrayNote | null;
  readonly seats: readonly DeskSeat[];
  readonly settled_round: string | null;
  readonly settled: readonly EntryNote[];
  readonly correction: CorrectionNote | null;
  readonly void_reasons: Readonly<Record<string, number>>;
}

/** A bet's standard deviation in both editions. */
export interface DeviationNote {
  readonly name: string;
  readonly before: number | null;
  readonly after: number | null;
}

/** A document: what it is about, and its sections. */
export interface DocumentNote {
  readonly title: string;
  readonly abstract: string;
  readonly facts: readonly (readonly [string, string])[];
  readonly sections: readonly ReportSection[];
}

/** It was done, and is on disk up to this version. */
export interface Done {
  readonly version: number;
}

/** What equipment may show here: which cards, and how many of each, or which faces. */
export interface DrawNote {
  readonly number: number;
  readonly kind: string;
  readonly place: string;
  readonly count: number;
  readonly cards: Readonly<Record<string, number>>;
  readonly faces: readonly FaceNote[];
}

/** An edition that can be dealt. */
export interface EditionCard {
  readonly edition: string;
  readonly title: string;
  readonly approval: string;
  readonly minimum: number;
  readonly maximum: number;
  readonly profiles: readonly ProfileChoice[];
}

/** An edition by name. */
export interface EditionChoice {
  readonly edition: string;
  readonly title: string;
  readonly approval: string;
}

/** An edition that has a proof page: one that ships, by its key, or a design, by its hash. */
export interface EditionNote {
  readonly edition: string;
  readonly title: string;
  readonly approval: string;
  readonly is_design: boolean;
}

/** An entry of the round, as it stands and as it was before each correction. */
export interface EntryNote {
  readonly draw: DrawNote;
  readonly shown: readonly string[];
  readonly was: readonly (readonly string[])[];
}

/** A face of a Top: the letter that is typed, and its name. */
export interface FaceNote {
  readonly face: string;
  readonly word: string;
}

/** A field that differs between two editions, the game's words for it, and its clause. */
export interface FieldNote {
  readonly field: string;
  readonly label: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly clause: string;
}

/** Why the numbers cannot be, and at which field that shows. */
export interface FieldRefusal {
  readonly field: string;
  readonly sentence: string;
}

/** Every figure that follows from the numbers, or why there are none. */
export interface FiguresPage {
  readonly edition_hash: string;
  readonly approval: string;
  readonly bets: readonly BetEdge[];
  readonly bet: string;
  readonly sections: readonly ReportSection[];
  readonly refused: FieldRefusal | null;
}

/** Fact beside theory, of a table, a player or the house. */
export interface FloorFigures {
  readonly rounds: number;
  readonly handle: number;
  readonly drop: number;
  readonly win: number;
  readonly hold: number | null;
  readonly expected: number | null;
  readonly deviations: number | null;
  readonly mark: string;
}

/** The report of a day, and the forms it can be taken away in. */
export interface FloorReportNote {
  readonly title: string;
  readonly abstract: string;
  readonly facts: readonly (readonly [string, string])[];
  readonly sections: readonly ReportSection[];
  readonly day: string;
  readonly files: readonly string[];
}

/** A game in the lobby: what makes it special, and the exact edge of its best bet. */
export interface GameCard {
  readonly game: string;
  readonly title: string;
  readonly collection: string;
  readonly pitch: string;
  readonly best_bet: string;
  readonly edge_percent: string | null;
  readonly edge_fraction: string | null;
  readonly seats_max: number;
  readonly picture: readonly Place[];
  readonly editions: readonly EditionCard[];
  readonly tables: readonly TableCard[];
}

/** Sit down with a name only. */
export interface GuestForm {
  readonly name: string;
}

/** The combinations laid out, and the score called. */
export interface HandAnswer {
  readonly setting: readonly (readonly string[])[];
  readonly score: number;
}

/** A hand to be set. */
export interface HandAsked {
  readonly question: string;
  readonly game: string;
  readonly title: string;
  readonly edition_title: string;
  readonly cards: readonly string[];
}

/** Which hand is wanted; without a game, one of the first that has hands. */
export interface HandForm {
  readonly game?: string;
  readonly edition?: string;
}

/** A setting beside the house way. */
export interface HandMarked {
  readonly is_right: boolean;
  readonly took_ms: number;
  readonly score: ScoreNote;
  readonly mistakes: readonly MistakeNote[];
  readonly is_set_right: boolean;
  readonly is_score_right: boolean;
  readonly sentence: string;
  readonly clause: string | null;
  readonly clause_text: string;
  readonly combinations: readonly (readonly string[])[];
  readonly left_over: readonly string[];
  readonly score_of_hand: number;
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

/** How much lies on the felt. */
export interface LevelNote {
  readonly level: string;
  readonly title: string;
}

/** Set one of your own limits; none takes it away after 24 hours. */
export interface LimitForm {
  readonly id: string;
  readonly kind: string;
  readonly value: number | null;
}

/** One limit: what holds, what waits, and how much of it is used. */
export interface LimitLine {
  readonly kind: string;
  readonly in_force: number | null;
  readonly pending: number | null;
  readonly pending_from_ms: number | null;
  readonly is_money: boolean;
  readonly used: number | null;
  readonly left: number | null;
}

/** One of your own limits as it stands: amounts in minor units, times in milliseconds. */
export interface LimitNote {
  readonly kind: string;
  readonly in_force: number | null;
  readonly pending: number | null;
  readonly pending_from_ms: number | null;
}

/** The house edge when one round pays no more in winnings than a limit in minor units. */
export interface LimitPage {
  readonly limit: number;
  readonly says: string;
  readonly rows: readonly LimitRow[];
  readonly is_bracket: boolean;
  readonly known: string;
}

/** Some bets under a payout limit: the edge from and to, the same where it is known exactly. */
export interface LimitRow {
  readonly what: string;
  readonly seats: number;
  readonly edge: Share | null;
  readonly cuts: Share | null;
  readonly least: Share | null;
  readonly most: Share | null;
  readonly is_cut: boolean;
}

/** The least and the most on a spot. */
export interface LimitsNote {
  readonly minimum: number;
  readonly maximum: number;
}

/** Your limits by the server's clock. */
export interface LimitsPage {
  readonly now_ms: number;
  readonly raise_delay_ms: number;
  readonly cool_off_until_ms: number | null;
  readonly limits: readonly LimitLine[];
}

/** The lobby. */
export interface LobbyPage {
  readonly viewer_name: string | null;
  readonly balance: number | null;
  readonly helpline: string;
  readonly has_coach: boolean;
  readonly games: readonly GameCard[];
  readonly left_out: readonly string[];
}

/** One answer beside the settlement, with the clause that says why. */
export interface MarkedBet {
  readonly seat: number;
  readonly spot: string;
  readonly label: string;
  readonly is_award: boolean;
  readonly is_right: boolean;
  readonly result: string;
  readonly odds: string | null;
  readonly pays: number;
  readonly sentence: string;
  readonly clause: string;
  readonly clause_text: string;
}

/** Odds that a bet can win at, and what it would pay. */
export interface MayPay {
  readonly odds: string;
  readonly pays: number;
}

/** Who you are here, and the token that every form must carry in its header. */
export interface Me {
  readonly person: string;
  readonly name: string;
  readonly role: string;
  readonly is_guest: boolean;
  readonly balance: number;
  readonly refills_to: number;
  readonly csrf: string;
}

/** A mistake that repeats; it is asked more often until it is at rest. */
export interface MistakeNote {
  readonly trainer: string;
  readonly game: string;
  readonly title: string;
  readonly kind: string;
  readonly asked: number;
  readonly wrong: number;
  readonly is_at_rest: boolean;
}

/** A bet by its key, and what the felt calls it. */
export interface NamedBet {
  readonly bet: string;
  readonly name: string;
}

/** A token that was just made; it is shown this once. */
export interface NewToken {
  readonly token: string;
  readonly note: TokenNote;
}

/** A table that was opened for you, and the link to pass on. */
export interface OpenedTable {
  readonly table: string;
  readonly link: string;
}

/** An option of a decision and what it is worth with everything that lies on the felt. */
export interface OptionAdvice {
  readonly option: string;
  readonly label: string;
  readonly worth: Amount;
  readonly cost: Amount;
  readonly is_best: boolean;
}

/** A field of a study. */
export interface OptionNote {
  readonly option: string;
  readonly label: string;
  readonly help: string;
  readonly kind: string;
  readonly least: number | null;
  readonly most: number | null;
  readonly choices: readonly string[];
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

/** Another password in place of the old one. */
export interface PasswordForm {
  readonly old: string;
  readonly new: string;
}

/** One pay and the exact edge it gives. */
export interface PayAnswer {
  readonly odds: string;
  readonly spoken: string;
  readonly edge: Share;
}

/** One stake settled, and the whole clause that says why. */
export interface PaymentNote {
  readonly seat: number;
  readonly spot: string;
  readonly label: string;
  readonly stake: number;
  readonly result: string;
  readonly odds: string | null;
  readonly pays: number;
  readonly taken: number;
  readonly clause: string;
  readonly heading: string;
  readonly text: string;
  readonly source: string;
  readonly is_mine: boolean;
}

/** The bets in the order in which the dealer would go through them. */
export interface PayoutAnswer {
  readonly bets: readonly BetAnswer[];
}

/** Which layout is wanted. */
export interface PayoutForm {
  readonly game: string;
  readonly edition?: string;
  readonly level?: string;
}

/** A whole answer, marked. */
export interface PayoutMarked {
  readonly is_right: boolean;
  readonly took_ms: number;
  readonly score: ScoreNote;
  readonly mistakes: readonly MistakeNote[];
  readonly is_in_order: boolean;
  readonly bets: readonly MarkedBet[];
}

/** A layout: what showed, who decided what, and the bets to settle. */
export interface PayoutQuestion {
  readonly question: string;
  readonly game: string;
  readonly title: string;
  readonly edition_title: string;
  readonly level: string;
  readonly may_stand: boolean;
  readonly shown: readonly ShownPlace[];
  readonly decisions: readonly DecidedPlace[];
  readonly bets: readonly AskedBet[];
}

/** Something that can be done, and the roles that may. */
export interface Permission {
  readonly what: string;
  readonly roles: readonly string[];
}

/** Something that needs a person, with its evidence and every step taken. */
export interface PitAlert {
  readonly alert: string;
  readonly kind: string;
  readonly where: string;
  readonly sentence: string;
  readonly chance: string;
  readonly rounds: readonly string[];
  readonly at_ms: number;
  readonly state: string;
  readonly next_state: string;
  readonly marks: readonly AlertMarkNote[];
}

/** The floor now. */
export interface PitPage {
  readonly name: string;
  readonly now_ms: number;
  readonly may_act: boolean;
  readonly house: FloorFigures;
  readonly tables: readonly PitTable[];
  readonly alerts: readonly PitAlert[];
}

/** One table at a glance; its figures are of the day. */
export interface PitTable {
  readonly table: string;
  readonly game: string;
  readonly title: string;
  readonly edition_title: string;
  readonly is_by_hand: boolean;
  readonly phase: string;
  readonly paused: string | null;
  readonly people: number;
  readonly seats: number;
  readonly in_action: number;
  readonly says: string;
  readonly name: string;
  readonly standing: string;
  readonly limits: LimitsNote;
  readonly coming: LimitsNote | null;
  readonly widest: LimitsNote;
  readonly calls: readonly CallRung[];
  readonly tray: TrayNote | null;
  readonly dealer: string;
  readonly pace: number | null;
  readonly pace_low: number;
  readonly pace_high: number;
  readonly figures: FloorFigures;
  readonly alerts: number;
}

/** One table: charts of the day and of the month. */
export interface PitTableDetail {
  readonly table: string;
  readonly charts: readonly ReportBlock[];
  readonly bets: readonly (readonly [string, number, number, number])[];
}

/** The answer that was chosen, from 0. */
export interface ProcedureAnswer {
  readonly chosen: number;
}

/** A moment at the table and the answers to choose from. */
export interface ProcedureAsked {
  readonly question: string;
  readonly game: string;
  readonly title: string;
  readonly edition_title: string;
  readonly topic: string;
  readonly shown: readonly ShownPlace[];
  readonly facts: readonly string[];
  readonly sentence: string;
  readonly options: readonly string[];
}

/** Which game is asked about. */
export interface ProcedureForm {
  readonly game: string;
  readonly edition?: string;
}

/** The right answer beside yours, with the clause where there is one. */
export interface ProcedureMarked {
  readonly is_right: boolean;
  readonly took_ms: number;
  readonly score: ScoreNote;
  readonly mistakes: readonly MistakeNote[];
  readonly right: number;
  readonly why: string;
  readonly clause: string;
  readonly clause_text: string;
}

/** A regulator's conditions under which a table of an edition can be opened. */
export interface ProfileChoice {
  readonly profile: string;
  readonly title: string;
  readonly words: string;
  readonly is_in_force: boolean;
  readonly maximum: number;
}

/** The conditions of one jurisdiction profile. */
export interface ProfileNote {
  readonly profile: string;
  readonly title: string;
  readonly days: string;
  readonly is_in_force: boolean;
  readonly conditions: readonly ConditionNote[];
}

/** The proof page, or how far it is, and the other editions of the game. */
export interface ProofAnswer {
  readonly page: ProofPage | null;
  readonly work: WorkNote | null;
  readonly editions: readonly EditionNote[];
  readonly files: readonly string[];
}

/** Your password once more. */
export interface ProofForm {
  readonly password: string;
}

/** The sheet of an edition. */
export interface ProofPage {
  readonly game: string;
  readonly game_title: string;
  readonly edition: string;
  readonly edition_title: string;
  readonly approval: string;
  readonly edition_hash: string;
  readonly changes: readonly (readonly [string, string])[];
  readonly version: string;
  readonly sheet: DocumentNote;
  readonly limited: LimitPage;
}

/** A game whose protection can be studied. */
export interface ProtectGame {
  readonly game: string;
  readonly title: string;
  readonly studies: readonly string[];
}

/** What can be asked about a game. */
export interface ProtectPage {
  readonly game: string;
  readonly title: string;
  readonly may_monitor: boolean;
  readonly editions: readonly EditionNote[];
  readonly studies: readonly StudyCard[];
  readonly games: readonly ProtectGame[];
}

/** How many alerts were raised. */
export interface Raised {
  readonly raised: number;
}

/** A player's day: time, average bet, and what exact edges expect. */
export interface Rating {
  readonly player: string;
  readonly name: string;
  readonly tables: readonly string[];
  readonly ms: number;
  readonly average: number;
  readonly by_bet: readonly (readonly [string, number])[];
  readonly figures: FloorFigures;
}

/** Fill your practice credits up. */
export interface RefillForm {
  readonly id: string;
}

/** A round of yours told again, with its file. */
export interface ReplayPage {
  readonly round_id: string;
  readonly table: string;
  readonly game: string;
  readonly title: string;
  readonly at_ms: number;
  readonly sentence: string;
  readonly staked: number;
  readonly net: number;
  readonly is_void: boolean;
  readonly edition: string;
  readonly edition_hash: string;
  readonly edition_title: string;
  readonly viewer: number;
  readonly mode_words: string;
  readonly steps: readonly ReplayStep[];
  readonly payments: readonly PaymentNote[];
  readonly file: Readonly<Record<string, unknown>>;
}

/** A moment of the round: what happened, what the dealer said, and what you saw. */
export interface ReplayStep {
  readonly kind: string;
  readonly words: string;
  readonly says: string;
  readonly felt: GameView;
  readonly places: readonly Place[];
  readonly is_drawn: boolean;
}

/** A part of a report; which fields count depends on its kind. */
export interface ReportBlock {
  readonly kind: string;
  readonly text: string;
  readonly title: string;
  readonly items: readonly string[];
  readonly is_numbered: boolean;
  readonly pairs: readonly (readonly [string, string, string])[];
  readonly columns: readonly ReportColumn[];
  readonly rows: readonly (readonly string[])[];
  readonly lit: readonly number[];
  readonly wide: string;
  readonly narrow: string;
}

/** A column of a table: its heading and how its cells stand. */
export interface ReportColumn {
  readonly heading: string;
  readonly align: string;
}

/** A finished study. */
export interface ReportNote {
  readonly title: string;
  readonly abstract: string;
  readonly facts: readonly (readonly [string, string])[];
  readonly sections: readonly ReportSection[];
  readonly alerts: readonly AlertNote[];
  readonly rounds: number | null;
}

/** A heading and what stands under it. */
export interface ReportSection {
  readonly heading: string;
  readonly anchor: string;
  readonly is_folded: boolean;
  readonly blocks: readonly ReportBlock[];
}

/** A role that was given, as the journal has it. */
export interface RoleChangeNote {
  readonly who: string;
  readonly whose: string;
  readonly role: string;
  readonly at_ms: number;
}

/** What a person may do in this house. */
export interface RoleForm {
  readonly role: string;
}

/** A round file as text. */
export interface RoundFileForm {
  readonly text: string;
}

/** A round of yours in the list; amounts in minor units. */
export interface RoundLine {
  readonly round_id: string;
  readonly table: string;
  readonly game: string;
  readonly title: string;
  readonly at_ms: number;
  readonly sentence: string;
  readonly staked: number;
  readonly net: number;
  readonly is_void: boolean;
  readonly shown: readonly string[];
  readonly equipment: string;
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
  readonly how_to_play: readonly string[];
  readonly guide: Readonly<Record<string, string>>;
  readonly pays: readonly Paytable[];
  readonly clauses: readonly Clause[];
}

/** How somebody does at one level of one game. */
export interface ScoreNote {
  readonly trainer: string;
  readonly game: string;
  readonly title: string;
  readonly level: string;
  readonly asked: number;
  readonly right: number;
  readonly percent: number;
  readonly streak: number;
  readonly best_streak: number;
  readonly best_ms: number | null;
}

/** Your scores and the mistakes that repeat. */
export interface ScoresPage {
  readonly scores: readonly ScoreNote[];
  readonly mistakes: readonly MistakeNote[];
}

/** An exact share: in per cent as it is read, as a fraction, and as a number to draw. */
export interface Share {
  readonly percent: string;
  readonly fraction: string;
  readonly value: number;
}

/** The edge of some bets before and after, and the exact change. */
export interface ShareChange {
  readonly name: string;
  readonly keys: readonly string[];
  readonly before: Share | null;
  readonly after: Share | null;
  readonly change: Share | null;
}

/** A shift that ended: its counts, and the win by tray and by journal. */
export interface ShiftNote {
  readonly shift: number;
  readonly opening: number;
  readonly fills: number;
  readonly credits: number;
  readonly drop: number;
  readonly buy_ins: number;
  readonly count: number;
  readonly win: number;
  readonly journal_win: number;
  readonly who: string;
  readonly at_ms: number;
}

/** Cards or faces that lie in one place, hands sorted the house way. */
export interface ShownPlace {
  readonly place: string;
  readonly kind: string;
  readonly items: readonly string[];
  readonly combinations: readonly (readonly string[])[];
  readonly left_over: readonly string[];
}

/** Name and password of an account. */
export interface SignInForm {
  readonly name: string;
  readonly password: string;
}

/** One bet so far, per unit. */
export interface SimulatedBet {
  readonly bet: string;
  readonly label: string;
  readonly mean: number;
  readonly error: number;
  readonly exact: string | null;
  readonly exact_value: number | null;
  readonly z: number | null;
}

/** Means and errors after so many rounds, in the order of the bets. */
export interface SimulatedPoint {
  readonly rounds: number;
  readonly means: readonly number[];
  readonly errors: readonly number[];
}

/** An edition that can be simulated: one that ships, or a design by its hash. */
export interface SimulationChoice {
  readonly edition: string;
  readonly title: string;
}

/** What to simulate. */
export interface SimulationForm {
  readonly game: string;
  readonly rounds: number;
  readonly seed: string;
  readonly edition?: string;
  readonly bets?: readonly StakeForm[];
  readonly strategy?: string;
  readonly bankroll?: number | null;
  readonly stop_win?: number | null;
  readonly stop_loss?: number | null;
  readonly trips?: number;
  readonly trip_rounds?: number | null;
}

/** How a run stands; sent as it goes. */
export interface SimulationNews {
  readonly state: string;
  readonly ahead: number;
  readonly rounds: number;
  readonly total: number;
  readonly trips: number;
  readonly trips_total: number;
  readonly seconds: number;
  readonly bets: readonly SimulatedBet[];
  readonly path: readonly SimulatedPoint[];
  readonly code: string;
  readonly sentence: string;
  readonly result: SimulationResult | null;
}

/** A run that ended: the same document as `pitboss simulate --format json`. */
export interface SimulationResult {
  readonly is_partial: boolean;
  readonly verdict: string;
  readonly document: Readonly<Record<string, unknown>>;
  readonly trips: readonly TripFact[];
  readonly law: string;
}

/** A simulation that was taken on, and the command that gives the same result. */
export interface SimulationStarted {
  readonly id: string;
  readonly command: string;
}

/** What can be chosen for a simulation of a game. */
export interface SimulatorPage {
  readonly game: string;
  readonly title: string;
  readonly edition: string;
  readonly edition_title: string;
  readonly games: readonly SimulationChoice[];
  readonly editions: readonly SimulationChoice[];
  readonly spots: readonly SpotChoice[];
  readonly strategies: readonly string[];
  readonly rounds_max: number;
  readonly rounds_per_hour: number;
}

/** A bet that can be chosen, with its limits in minor units. */
export interface SpotChoice {
  readonly spot: string;
  readonly label: string;
  readonly area: string;
  readonly minimum: number;
  readonly maximum: number;
  readonly unit: number;
}

/** An account with a role. */
export interface StaffNote {
  readonly name: string;
  readonly role: string;
}

/** A table as staff see it in a list. */
export interface StaffTable {
  readonly table: string;
  readonly game: string;
  readonly title: string;
  readonly edition_title: string;
  readonly is_by_hand: boolean;
  readonly phase: string;
  readonly paused: string | null;
  readonly people: number;
  readonly seats: number;
  readonly in_action: number;
  readonly says: string;
}

/** A bet and its stake in minor units. */
export interface StakeForm {
  readonly spot: string;
  readonly stake: number;
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

/** Your account, newest line first, and the number to go on from; 0 at the end. */
export interface StatementPage {
  readonly balance: number;
  readonly lines: readonly StatementNote[];
  readonly before: number;
}

/** A question that can be asked about a game. */
export interface StudyCard {
  readonly study: string;
  readonly title: string;
  readonly summary: string;
  readonly options: readonly OptionNote[];
  readonly is_sampled: boolean;
  readonly is_monitor: boolean;
}

/** The options of a study, each as it was typed. */
export interface StudyForm {
  readonly options: Readonly<Record<string, string>>;
  readonly edition?: string;
  readonly is_precise?: boolean;
}

/** A study that was asked for: waiting, working, done, or refused with a sentence. */
export interface StudyState {
  readonly key: string;
  readonly state: string;
  readonly done: number;
  readonly total: number;
  readonly sentence: string;
  readonly report: ReportNote | null;
  readonly files: readonly string[];
}

/** A table to sit down at. */
export interface TableCard {
  readonly table: string;
  readonly game: string;
  readonly edition_title: string;
  readonly approval: string;
  readonly seats_free: number;
  readonly seats: number;
  readonly minimum: number;
  readonly maximum: number;
  readonly says: string;
  readonly rounds: number;
  readonly voids: number;
  readonly missing_reveals: number;
}

/** A private table: game, edition, how many seats and how many of them for bots. */
export interface TableForm {
  readonly game: string;
  readonly edition?: string;
  readonly profile?: string;
  readonly needs_conditions?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pace?: string;
  readonly mode?: string;
  readonly seats?: number;
  readonly bots?: number;
  readonly is_listed?: boolean;
  readonly has_coach?: boolean;
}

/** How long you have been playing and what it brought, at all tables of this visit. */
export interface TimeAndMoney {
  readonly now_ms: number;
  readonly since_ms: number | null;
  readonly played_ms: number;
  readonly net: number;
  readonly checked_ms: number;
}

/** A new API token: a name to know it by, what it may be used for, and your password. */
export interface TokenForm {
  readonly name: string;
  readonly scopes: readonly ('read' | 'compute' | 'tables')[];
  readonly password: string;
}

/** One of your API tokens; the token itself is kept nowhere. */
export interface TokenNote {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly made_ms: number;
  readonly used_ms: number | null;
}

/** Your API tokens, newest first. */
export interface TokensPage {
  readonly tokens: readonly TokenNote[];
}

/** One line of the round's record: when, who, what. */
export interface TrailNote {
  readonly at_ms: number;
  readonly kind: string;
  readonly who: string;
  readonly sentence: string;
}

/** A game that can be trained. */
export interface TrainerGame {
  readonly game: string;
  readonly title: string;
  readonly editions: readonly EditionChoice[];
  readonly has_hands: boolean;
}

/** What can be trained. */
export interface TrainersPage {
  readonly games: readonly TrainerGame[];
  readonly levels: readonly LevelNote[];
}

/** A fill or credit that waits for its second signature. */
export interface TransferNote {
  readonly number: number;
  readonly what: string;
  readonly amount: number;
  readonly who: string;
}

/** The chip tray of a table dealt by hand, in minor units. */
export interface TrayNote {
  readonly shift: number;
  readonly opening: number;
  readonly fills: number;
  readonly credits: number;
  readonly buy_ins: number;
  readonly journal_win: number;
  readonly expected: number;
  readonly asked: readonly TransferNote[];
  readonly last: ShiftNote | null;
}

/** One figure of the visits beside its exact value; money in credits. */
export interface TripFact {
  readonly figure: string;
  readonly value: number;
  readonly error: number;
  readonly exact: number | null;
  readonly z: number | null;
}

/** A check of the whole house: `never`, `working` or `done`, and what it found. */
export interface Verification {
  readonly state: string;
  readonly is_sound: boolean | null;
  readonly said: readonly string[];
  readonly at_ms: number | null;
  readonly who: string;
}

/** How far a page is that is being worked out for the first time. */
export interface WorkNote {
  readonly done: number;
  readonly of: number;
  readonly doing: string;
}

/** A game's workbench on one edition or design. */
export interface WorkbenchPage {
  readonly game: string;
  readonly game_title: string;
  readonly edition: string;
  readonly edition_title: string;
  readonly design: string;
  readonly design_name: string;
  readonly changes: readonly (readonly [string, string])[];
  readonly controls: readonly ControlNote[];
  readonly bets: readonly NamedBet[];
  readonly steps: readonly string[];
  readonly editions: readonly EditionNote[];
}
