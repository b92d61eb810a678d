/** A finished round as a note on the ribbon, read off the view alone. */

import type { FlipView, GinView, ResultNote, SpinView, TableView } from '../wire/types';

export function noteOf(view: TableView): ResultNote | null {
  const last = view.last;
  if (last === null) return null;
  const note = { kind: 'result', round_id: last.round_id, is_void: last.is_void } as const;
  if (last.is_void) return { ...note, shown: [], note: last.sentence };
  switch (view.game) {
    case 'spin-n-win': {
      const faces = (last.game as SpinView).tops.map((top) => top.face ?? '');
      return { ...note, shown: faces, note: faces.join(' and ') };
    }
    case 'gin-and-win': {
      const { dealer } = last.game as GinView;
      const score = dealer.laid_out?.score;
      const word = dealer.qualifies ? 'qualifies' : 'does not qualify';
      return { ...note, shown: [String(score ?? '')], note: `Dealer ${score ?? ''}, ${word}` };
    }
    default: {
      const { fifth, exposed } = last.game as FlipView;
      const card = fifth ?? exposed ?? '';
      return { ...note, shown: card ? [card] : [], note: last.sentence };
    }
  }
}
