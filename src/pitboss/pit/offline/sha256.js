// SHA-256 and HMAC in plain arithmetic: a page opened from a disk may have no other.
const K = (() => {
  const primes = [], found = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((p) => n % p)) primes.push(n);
  const frac = (n, third) => {
    // The first 32 bits of the fractional part of a square or cube root, exactly.
    const shift = third ? 96n : 64n, value = BigInt(n) << shift;
    let low = 0n, high = 1n << 48n;
    while (high - low > 1n) {
      const mid = (low + high) >> 1n;
      if ((third ? mid * mid * mid : mid * mid) <= value) low = mid; else high = mid;
    }
    return Number(low & 0xffffffffn);
  };
  for (const p of primes) found.push(frac(p, true));
  return { round: found, start: primes.slice(0, 8).map((p) => frac(p, false)) };
})();

function sha256(bytes) {
  const length = bytes.length, blocks = ((length + 8) >> 6) + 1;
  const data = new Uint8Array(blocks * 64);
  data.set(bytes);
  data[length] = 0x80;
  new DataView(data.buffer).setUint32(data.length - 4, length * 8);
  const hash = K.start.slice(), w = new Uint32Array(64), view = new DataView(data.buffer);
  const turn = (x, n) => (x >>> n) | (x << (32 - n));
  for (let at = 0; at < data.length; at += 64) {
    for (let i = 0; i < 16; i++) w[i] = view.getUint32(at + 4 * i);
    for (let i = 16; i < 64; i++) {
      const a = w[i - 15], b = w[i - 2];
      w[i] = (w[i - 16] + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + w[i - 7]
        + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10))) >>> 0;
    }
    let [a, b, c, d, e, f, g, h] = hash;
    for (let i = 0; i < 64; i++) {
      const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25), ch = (e & f) ^ (~e & g);
      const t1 = (h + s1 + ch + K.round[i] + w[i]) >>> 0;
      const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22), maj = (a & b) ^ (a & c) ^ (b & c);
      h = g; g = f; f = e; e = (d + t1) >>> 0; d = c; c = b; b = a; a = (t1 + s0 + maj) >>> 0;
    }
    [a, b, c, d, e, f, g, h].forEach((x, i) => { hash[i] = (hash[i] + x) >>> 0; });
  }
  const out = new Uint8Array(32);
  hash.forEach((x, i) => new DataView(out.buffer).setUint32(4 * i, x));
  return out;
}

function hmac(key, message) {
  const pad = (x) => Uint8Array.from({ length: 64 }, (_, i) => (i < key.length ? key[i] : 0) ^ x);
  const join = (a, b) => { const c = new Uint8Array(a.length + b.length); c.set(a); c.set(b, a.length); return c; };
  return sha256(join(pad(0x5c), sha256(join(pad(0x36), message))));
}

const toHex = (bytes) => Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
const fromHex = (text) => Uint8Array.from(text.match(/../g) || [], (pair) => parseInt(pair, 16));

