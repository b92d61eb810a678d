/** Amounts are whole minor units, 100 to a credit; texts such as `12.50` come from the server. */

/** `1,250` or `1,250.50`: decimals only where they say something. */
export function showCredits(minor: number): string {
  const sign = minor < 0 ? '−' : '';
  const whole = Math.trunc(Math.abs(minor) / 100)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ',');
  const rest = Math.abs(minor) % 100;
  return sign + whole + (rest ? '.' + rest.toString().padStart(2, '0') : '');
}

/** Two fixed places, for columns that must not jump. */
export function showExact(minor: number): string {
  const text = showCredits(minor);
  return text.includes('.') ? text : text + '.00';
}

/** `+30.00` or `−10.00`. */
export function showNet(minor: number): string {
  return (minor > 0 ? '+' : '') + showExact(minor);
}

/** What a settled line brought or cost; half of a stake may be lost. */
export const netOf = (line: { readonly pays: number; readonly taken: number }): number => line.pays - line.taken;

/** The short form that fits on a chip: `1.2k`, `500`, `2.5`. */
export function showShort(minor: number): string {
  if (minor >= 100_000_00) return `${Math.floor(minor / 100_000)}k`;
  if (minor >= 10_000_00) return `${(Math.floor(minor / 10_000) / 10).toString()}k`;
  const text = (minor / 100).toFixed(2);
  return text.replace(/\.00$/, '').replace(/(\.\d)0$/, '$1');
}

/** Minor units from what a person types (`12`, `12.5`, `1,250.50`); null when it is no amount. */
export function parseCredits(text: string): number | null {
  const found = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text.trim().replaceAll(',', ''));
  return found ? Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0')) : null;
}
