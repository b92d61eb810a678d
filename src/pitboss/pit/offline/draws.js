// The seed of the round before on the chain, or the chain's end.
function previousSeed(seed) {
  const domain = new TextEncoder().encode("pitboss/chain/1\0"), data = new Uint8Array(domain.length + seed.length);
  data.set(domain);
  data.set(seed, domain.length);
  return sha256(data);
}

// What a player publishes of a seed while bets are open.
const playerHash = (round, seat, text) =>
  toHex(sha256(new TextEncoder().encode(`pitboss/player-seed/1\0${round}\0${seat}\0${text}`)));

// The canonical bytes of one block's place: keys in code point order, no spaces.
function place(file, draw, block) {
  const players = draw.after_bets_closed ? file.player_seeds : [];
  return new TextEncoder().encode(JSON.stringify({
    block, counter: draw.counter, domain: "pitboss/draw/1", players, round: file.round, table: file.table,
  }));
}

function bitSource(file, draw) {
  const seed = fromHex(file.seed);
  let pool = 0n, held = 0n, block = 0;
  return (count) => {
    while (held < BigInt(count)) {
      pool = (pool << 256n) | BigInt("0x" + toHex(hmac(seed, place(file, draw, block++))));
      held += 256n;
    }
    held -= BigInt(count);
    const drawn = pool >> held;
    pool &= (1n << held) - 1n;
    return Number(drawn);
  };
}

// The fewest bits that can hold the range; a value outside it is drawn again, so no outcome is favoured.
function below(bits, limit) {
  if (!(limit > 0)) throw new Error("nothing is left to draw from");
  const width = limit <= 1 ? 0 : 32 - Math.clz32(limit - 1);
  for (;;) { const value = bits(width); if (value < limit) return value; }
}

function drawnAgain(file, draw) {
  const bits = bitSource(file, draw);
  if (draw.kind !== "cards") return draw.from.map((faces) => faces[below(bits, faces.length)]);
  const left = draw.from.map(([card, count]) => [card, count]);
  return draw.shown.map(() => {
    let at = below(bits, left.reduce((sum, [, count]) => sum + count, 0));
    for (const entry of left) {
      if (at < entry[1]) { entry[1] -= 1; return entry[0]; }
      at -= entry[1];
    }
    throw new Error("no card is left");
  });
}

