/** Quiet synthesised sounds; nothing is heard unless the player turned them on. */

let context: AudioContext | null = null;

function tone(from: number, to: number, ms: number, volume: number, type: OscillatorType): void {
  context ??= new AudioContext();
  const now = context.currentTime;
  const end = now + ms / 1000;
  const voice = context.createOscillator();
  const gain = context.createGain();
  voice.type = type;
  voice.frequency.setValueAtTime(from, now);
  voice.frequency.exponentialRampToValueAtTime(to, end);
  gain.gain.setValueAtTime(volume, now);
  gain.gain.exponentialRampToValueAtTime(0.0001, end);
  voice.connect(gain).connect(context.destination);
  voice.start(now);
  voice.stop(end);
}

export const sounds = {
  chip: () => tone(2400, 1500, 60, 0.05, 'triangle'),
  /** Cards slide, dice rattle, Tops and wheels hum until they lie. */
  draw: (kind: string, isQuick: boolean) => {
    if (kind === 'tops') tone(190, 60, isQuick ? 2000 : 9000, 0.03, 'sine');
    else if (kind === 'wheel') tone(420, 90, 3600, 0.02, 'triangle');
    else if (kind === 'dice') tone(1100, 300, 700, 0.03, 'square');
    else tone(700, 240, 80, 0.04, 'sawtooth');
  },
  win: () => tone(660, 990, 260, 0.05, 'sine'),
} as const;
