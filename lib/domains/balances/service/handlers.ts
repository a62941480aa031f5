import type { HandlersOf } from '../../../platform/handler.ts'
import type { Contracts } from '../../endpoints.ts'
import { balanceList, exportBalances, exportFlows, flowList } from './balance-record.ts'
import { readPayees, topUp, withdraw } from './move-balance.ts'

export const balanceHandlers: HandlersOf<Contracts['balances']> = {
  list: balanceList.page,
  exportList: exportBalances,
  flows: flowList.page,
  exportFlows,
  payees: readPayees,
  topUp,
  withdraw,
}
