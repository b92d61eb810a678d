// The rules of a flip: what a round starts from, what it needs, and what each step does.

/** The carry: the row, and every card out of the shoe with its count. */
function readFlipCarry(edition, words) {
  if (words.size !== 2 || !words.has("row") || !words.has("out")) refuse("A flip starts from its row and its shoe.");
  const told = (name) => (words.get(name) === "none" ? "" : words.get(name));
  const row = parseCards(told("row")), out = readCounts(told("out")), left = Shoe.full(edition.deck);
  for (const [name, count] of out) left.deal(name, count);
  if (row.length > ROW_SIZE) refuse("A row has at most four cards.");
  for (const one of row) {
    const copies = row.filter((other) => other.name === one.name).length;
    if (one.rank === 0 || copies > (out.get(one.name) || 0)) refuse(`${one.name} cannot lie in the row.`);
  }
  return { row, left };
}

/** Cards with their counts, such as `JK*2 Ac`; each card named once. */
function readCounts(text) {
  const counts = new Map();
  for (const word of wordsOf(text)) {
    const { before, found, after } = partition(word, "*"), { name } = parseCard(before);
    const isCounted = !found || /^[1-9][0-9]{0,3}$/.test(after);
    if (counts.has(name) || !isCounted) refuse(`'${word}' is not how cards are counted.`);
    counts.set(name, found ? Number(after) : 1);
  }
  return counts;
}

/** Whether the shoe has ended: at the cut card (FLP-6.4) or for want of cards (FLP-7.2). */
function isSpent(edition, row, left) {
  if (!edition.isContinuous && left.total <= edition.cutUndealt) return true;
  const missing = ROW_SIZE - row.length;
  return missing > 0 && left.total - left.count("JK") <= missing;
}

/** On the row that was left, or with a new shoe (FLP-6.5). */
function openFlip(edition, seats, { row, left }) {
  const isNew = isSpent(edition, row, left);
  const state = { edition, seats, phase: "row", row: isNew ? [] : row, shoe: isNew ? Shoe.full(edition.deck) : left,
    bets: [], fifth: null, steps: ["cut-card", "burn-card"], endsShoe: false };
  rowLaid(state);
  return state;
}

/** Bets open once four cards lie; a continuous shuffler takes its discards back (FLP-6.6). */
function rowLaid(state) {
  if (state.row.length < ROW_SIZE) return;
  if (state.edition.isContinuous) {
    state.shoe = Shoe.full(state.edition.deck);
    state.row.forEach((one) => state.shoe.deal(one.name));
  }
  state.phase = "bets";
}

function applyFlip(state, step) {
  if (step.kind === "bet" || step.kind === "takedown") changeFlipBet(state, step);
  else if (step.kind === "close") closeFlip(state);
  else if (step.kind === "draw") drawFlip(state, step.shown);
  else if (step.kind === "call") callFlip(state, step);
  else refuse("Nobody is asked for a decision here.");
}

function changeFlipBet(state, step) {
  if (state.phase !== "bets") refuse("Bets are not open."); // FLP-2.3
  mustSit(state, step.seat);
  if (step.kind === "takedown") {
    takeDown(state.bets, step, state.edition.spots);
    return;
  }
  if (step.spot === "bonus" && rowKind(state.row) === "nothing") refuse("The bonus is closed on this row."); // FLP-5.1
  placeBet(state.bets, step, state.edition.spots, state.edition.head);
}

function closeFlip(state) {
  if (state.phase !== "bets") refuse("Bets are not open.");
  if (!state.bets.length) refuse("Nobody has bet; the flip waits for a first bet."); // FLP-2.4
  state.phase = "flip";
}

/** Cards come one at a time: to the row (FLP-2.1), as the fifth (FLP-2.5), or exposed (FLP-7.1). */
function drawFlip(state, shown) {
  if (state.phase === "bets") refuse("Bets are open; close them before the flip.");
  if (shown.length !== 1 || !isCard(shown[0])) refuse("Cards come one at a time.");
  const [one] = shown;
  state.shoe.deal(one.name);
  if (state.phase === "row") {
    if (one.rank !== 0) state.row.push(one); // FLP-2.2: a joker is discarded
    rowLaid(state);
    return;
  }
  if (state.phase === "flip") state.fifth = one;
  state.phase = "over";
}

/** Steps of a shoe by hand: cut and burn before its first card (FLP-7.5), its end in a later phase (FLP-7.6). */
function isShoeStep(state, what) {
  if (state.edition.isContinuous) return false;
  if (what === "change-shoe" && !state.endsShoe) return state.phase === "bets" || state.phase === "flip";
  const isFull = state.shoe.total === Shoe.full(state.edition.deck).total;
  return state.phase === "row" && !state.row.length && isFull && what === state.steps[0];
}

/** A supervisor at any time (FLP-7.3); a card is exposed once, and it ends the round (FLP-7.1). */
function callFlip(state, { what, shown }) {
  const isExposed = what === "exposed-card" && state.phase !== "exposed";
  const isStep = isShoeStep(state, what);
  if (!isExposed && !isStep && what !== "supervisor") refuse(`There is no call '${what}' now.`);
  if (!isExposed && shown.length) refuse("No card is recorded with this call.");
  if (what === "change-shoe") state.endsShoe = true;
  else if (isStep) state.steps.shift();
  if (!isExposed) return;
  state.phase = "exposed";
  if (shown.length) drawFlip(state, shown);
}
