import type { HandlersOf } from '../../../platform/handler.ts'
import type { Contracts } from '../../endpoints.ts'
import { accountHandlers } from './accounts.ts'
import { balanceHandlers } from './balances.ts'
import { ledgerHandlers } from './ledger-view.ts'
import { periodHandlers } from './periods.ts'
import { voucherHandlers } from './vouchers.ts'

export const bookHandlers: HandlersOf<Contracts['books']> = {
  ...ledgerHandlers,
  ...voucherHandlers,
  ...balanceHandlers,
  ...accountHandlers,
  ...periodHandlers,
}
