import type { HandlersOf } from '../../../platform/handler.ts'
import type { Contracts } from '../../endpoints.ts'
import { exportFlows, flowPage } from './flows.ts'
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
  wrongRows,
}
