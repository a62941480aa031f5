import type { HandlersOf } from '../../../platform/handler.ts'
import type { Contracts } from '../../endpoints.ts'
import { askUnmatch } from './ask-unmatch.ts'
import { startMatch } from './auto-match.ts'
import { readDifference } from './difference.ts'
import { exportFlows, flowPage } from './flows.ts'
import { hold, matchByHand, readCandidates, readParts, unmatch } from './hand-match.ts'
import {
  bookStatement,
  importList,
  mapColumns,
  readAccounts,
  readImport,
  readStatement,
  undoStatement,
} from './imports.ts'
import { wrongRows } from './wrong-rows.ts'

export const fundFlowHandlers: HandlersOf<Contracts['fundFlows']> = {
  list: flowPage,
  exportList: exportFlows,
  accounts: readAccounts,
  imports: importList.page,
  statement: readImport,
  readStatement,
  mapColumns,
  bookStatement,
  undoStatement,
  startMatch,
  candidates: readCandidates,
  parts: readParts,
  match: matchByHand,
  hold,
  unmatch,
  askUnmatch,
  difference: readDifference,
  wrongRows,
}
