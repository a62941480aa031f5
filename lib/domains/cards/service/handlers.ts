import type { HandlersOf } from '../../../platform/handler.ts'
import type { Contracts } from '../../endpoints.ts'
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
