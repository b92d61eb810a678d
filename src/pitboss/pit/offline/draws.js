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
  if (draw.kind === "tops") return draw.from.map((faces) => faces[below(bits, faces.length)]);
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

