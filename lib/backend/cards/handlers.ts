import type { Contracts } from '../../contracts/index.ts'
import type { HandlersOf } from '../handler.ts'
import { bind, change } from './bind-card.ts'
import { blankPaper, signedPaper } from './card-papers.ts'
import { addPaper, cancelAgain, unbind, withdraw } from './leave-card.ts'
import { cardList } from './list-cards.ts'
import { readCards } from './read-cards.ts'

export const bankCardHandlers: HandlersOf<Contracts['bankCards']> = {
  list: cardList.page,
  get: readCards,
  bind,
  change,
  unbind,
  cancelAgain,
  withdraw,
  addPaper,
  paper: signedPaper,
  blankPaper,
}
