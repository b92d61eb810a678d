// The page itself: shows what the verifier finds, and never more than it finds.

const result = document.getElementById("result"), field = document.getElementById("text");
const WORDS = { true: ["sound", "sound"], false: ["FALSE", "false"], null: ["no claim", "none"] };

function element(name, content, kind) {
  const made = document.createElement(name);
  if (Array.isArray(content)) made.append(...content);
  else if (content !== undefined) made.textContent = content;
  if (kind) made.className = kind;
  return made;
}

const card = (title, ...parts) => element("section", [element("h2", title), ...parts], "card");
const row = (...cells) => element("tr", cells);

function facts(file) {
  const told = [["Table", file.table], ["Game", `${file.game}, edition ${file.edition}`], ["Rules", file.approval],
    ["Outcomes", file.mode_words || file.mode], ["Edition hash", file.edition_hash]];
  const list = element("dl");
  for (const [name, value] of told) {
    if (typeof value === "string" && value) list.append(element("dt", name), element("dd", value));
  }
  return card(`Round ${file.round}`, list);
}

function checked(checks) {
  const rows = checks.map(([name, sound, sentence]) => {
    const [word, kind] = WORDS[sound];
    return row(element("th", name), element("td", word, `mark ${kind}`), element("td", sentence, "wide"));
  });
  return card("What was checked", element("table", [element("tbody", rows)]));
}

/** The settlement as this page's own rules make it, each line with the clause that says why, and
 *  whether the file says otherwise. */
function settled(lines, told) {
  const heads = ["Seat", "Bet", "Stake", "Result", "Odds", "Pays", "Clause"];
  const head = element("thead", [row(...heads.map((name) => element("th", name)))]);
  const rows = lines.map((line) => {
    const [, seat, spot, stake, said, odds, pays, clause] = line.split(" ");
    const why = element("td", [`${clause} `, element("span", CLAUSES[clause], "note")], "wide");
    if (!told.includes(line)) why.prepend(element("span", "The file says otherwise. ", "mark false"));
    const paid = said === "win" ? [odds, pays] : ["", ""];
    return row(element("th", seat, "seat"), element("td", spot, "spot"), element("td", stake, "sum"),
      element("td", said), ...paid.map((text) => element("td", text, "sum")), why);
  });
  const note = element("p", "Made by this page from the draws and the rules; takes come before pays.", "note");
  return card("Settlement by the rules", note, element("table", [head, element("tbody", rows)]));
}

function notation(text) {
  const told = element("details", [element("summary", "The round as it was written down"), element("pre", text)]);
  return element("section", [told], "card");
}

function show(said) {
  result.replaceChildren();
  if (said.refused) {
    result.append(element("p", `REFUSED: ${said.refused}`, "verdict false"));
    return;
  }
  result.append(element("p", said.verdict, `verdict ${said.sound ? "sound" : "false"}`), checked(said.checks));
  if (said.lines.length) result.append(settled(said.lines, said.file.settlement));
  result.append(facts(said.file), notation(said.notation));
}

document.getElementById("go").addEventListener("click", () => show(pitboss.verifyWhole(field.value)));
document.getElementById("file").addEventListener("change", async (event) => {
  if (!event.target.files.length) return;
  result.replaceChildren(); // The verdict on another file must not stand beside this one.
  field.value = await event.target.files[0].text();
  show(pitboss.verifyWhole(field.value));
});
