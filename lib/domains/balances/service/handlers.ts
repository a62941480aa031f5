import type { HandlersOf } from '../../../platform/handler.ts'
import type { Contracts } from '../../endpoints.ts'
import { balanceList, flowList } from './balance-record.ts'
import { readPayees, topUp, withdraw } from './move-balance.ts'

export const balanceHandlers: HandlersOf<Contracts['balances']> = {
  list: balanceList.page,
  flows: flowList.page,
  payees: readPayees,
  topUp,
  withdraw,
}
