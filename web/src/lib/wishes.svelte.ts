/** What a person chose for their own screen; kept in this browser alone. */

type Theme = 'auto' | 'dark' | 'light';

interface Saved {
  theme: Theme;
  sound: boolean;
  quick: boolean;
  flat: boolean;
  fourColours: boolean;
  coach: boolean;
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
const asked = (query: string) => (typeof matchMedia === 'function' ? matchMedia(query) : { matches: false });
const STILL = asked('(prefers-reduced-motion: reduce)');
const LIGHT = asked('(prefers-color-scheme: light)');

class Wishes {
  saved = $state<Saved>(read());

  get isStill(): boolean {
    return STILL.matches;
  }
  get in3d(): boolean {
    return !this.saved.flat && !this.isStill;
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
  dress(game?: string): void {
    const root = document.documentElement;
    const { theme } = this.saved;
    const isLight = theme === 'light' || (theme === 'auto' && LIGHT.matches);
    root.dataset.theme = isLight ? 'light' : 'dark';
    if (game !== undefined) root.dataset.game = game;
  }
}

export const wishes = new Wishes();
