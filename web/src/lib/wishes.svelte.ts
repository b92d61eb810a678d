/** What a person chose for their own screen; kept in this browser alone. */

type Theme = 'auto' | 'dark' | 'light';

interface Saved {
  theme: Theme;
  sound: boolean;
  quick: boolean;
  flat: boolean;
  fourColours: boolean;
  coach: boolean;
  /** Whether letters and digits act on every page. */
  keys: boolean;
  /** Minutes between checks of time and money at a table; 0 for none. */
  realityMinutes: number;
}

const KEY = 'pitboss.wishes';
const DEFAULTS: Saved = {
  theme: 'auto',
  sound: false,
  quick: false,
  flat: false,
  fourColours: false,
  coach: false,
  keys: true,
  realityMinutes: 60,
};

function read(): Saved {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Saved>) };
  } catch {
    return { ...DEFAULTS };
  }
}

// Asked once: a list of media knows its answer, a new one has to be worked out.
const asked = (query: string): Pick<MediaQueryList, 'matches'> & Partial<MediaQueryList> =>
  typeof matchMedia === 'function' ? matchMedia(query) : { matches: false };
const STILL = asked('(prefers-reduced-motion: reduce)');
const LIGHT = asked('(prefers-color-scheme: light)');

function isSaving(): boolean {
  const { connection } = navigator as Navigator & { readonly connection?: { readonly saveData?: boolean } };
  return connection?.saveData === true || asked('(prefers-reduced-data: reduce)').matches;
}

class Wishes {
  saved = $state<Saved>(read());
  /** Whether the device asks for less motion; it may change its mind while the page is open. */
  isStill = $state(STILL.matches);

  constructor() {
    STILL.addEventListener?.('change', () => (this.isStill = STILL.matches));
    LIGHT.addEventListener?.('change', () => this.dress());
  }
  /** Three dimensions are a large file: not for whoever saves data. */
  get in3d(): boolean {
    return !this.saved.flat && !this.isStill && !isSaving();
  }
  set<K extends keyof Saved>(name: K, value: Saved[K]): void {
    this.saved[name] = value;
    try {
      localStorage.setItem(KEY, JSON.stringify(this.saved));
    } catch {
      // A browser that keeps nothing still plays.
    }
    this.dress();
  }
  /** Put the theme on the page. */
  dress(): void {
    const root = document.documentElement;
    const { theme } = this.saved;
    const isLight = theme === 'light' || (theme === 'auto' && LIGHT.matches);
    root.dataset.theme = isLight ? 'light' : 'dark';
  }
}

export const wishes = new Wishes();
