import type { HandlersOf } from '../../../platform/handler.ts'
import type { Contracts } from '../../endpoints.ts'
import { openingList } from './opening-record.ts'
import { readOpening } from './read-opening.ts'
import { approve, close, handOver, refuse, resume, submit, suspend, withdraw } from './review-opening.ts'
import { readPlaces, saveBranch, saveChannel, saveRate, saveShop } from './save-opening.ts'

export const openingHandlers: HandlersOf<Contracts['openings']> = {
  list: openingList.page,
  get: readOpening,
  places: readPlaces,
  saveShop,
  saveBranch,
  saveChannel,
  saveRate,
  submit,
  withdraw,
  approve,
  refuse,
  suspend,
  resume,
  close,
  handOver,
}
