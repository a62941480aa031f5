import type { HandlersOf } from '../../../platform/handler.ts'
import type { Contracts } from '../../endpoints.ts'
import { addFile, readFile, removeFile } from './opening-files.ts'
import { exportOpenings, openingList } from './opening-record.ts'
import { readOpening, revealMobile } from './read-opening.ts'
import { approve, close, handOver, refuse, resume, submit, suspend, withdraw } from './review-opening.ts'
import { readPlaces, saveBranch, saveChannel, saveRate, saveShop } from './save-opening.ts'

export const openingHandlers: HandlersOf<Contracts['openings']> = {
  list: openingList.page,
  exportList: exportOpenings,
  get: readOpening,
  reveal: revealMobile,
  places: readPlaces,
  saveShop,
  saveBranch,
  saveChannel,
  saveRate,
  addFile,
  removeFile,
  file: readFile,
  submit,
  withdraw,
  approve,
  refuse,
  suspend,
  resume,
  close,
  handOver,
}
