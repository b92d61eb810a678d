/** The script of the offline page as a module; see tools/verifier-plugin.ts. */
declare module 'virtual:round-verifier' {
  /** Name, sound or false or no claim, and the sentence. */
  export type Check = readonly [name: string, sound: boolean | null, sentence: string];
  export type Verdict =
    | { readonly refused: string; readonly code: string }
    | {
        readonly refused?: undefined;
        readonly round: string;
        readonly notation: string;
        readonly checks: readonly Check[];
        readonly sound: boolean;
      };
  export function verifyRound(text: string): Verdict;
  export function playerHash(round: string, seat: number, text: string): string;
  export function previousSeed(seed: Uint8Array): Uint8Array;
  export function sha256(bytes: Uint8Array): Uint8Array;
  export function toHex(bytes: Uint8Array): string;
  export function fromHex(text: string): Uint8Array<ArrayBuffer>;
}
