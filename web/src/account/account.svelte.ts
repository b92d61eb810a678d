/** The account panel, which opens over any page: name, credits, sign-in, password. */

class AccountSheet {
  isOpen = $state(false);
  /** The panel is fetched when it is first wanted. */
  isWanted = $state(false);

  show = (): void => {
    this.isWanted = true;
    this.isOpen = true;
  };
  hide = (): void => {
    this.isOpen = false;
  };
}

export const account = new AccountSheet();
