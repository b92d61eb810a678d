/** The socket of a table, dialled while the page of the table is still being fetched. */

let early: WebSocket | null = null;

export const tableAddress = (table: string) =>
  `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws/table/${table}`;

/** Dial ahead: the way there and back passes while the page's own script is read. */
export function dialAhead(table: string): void {
  early?.close();
  early = new WebSocket(tableAddress(table));
}

/** The socket dialled ahead, once, where it is to that address and did not fail; else a new one. */
export function dial(url: string): WebSocket {
  const found = early;
  early = null;
  if (found?.url === url && found.readyState <= WebSocket.OPEN) return found;
  found?.close();
  return new WebSocket(url);
}
