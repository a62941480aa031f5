import type { Contracts } from '../../contracts/index.ts'
import type { HandlersOf } from '../handler.ts'
import { exportSms, listSms } from './list.ts'
import { readTargets, resend, send } from './send.ts'

export const smsHandlers: HandlersOf<Contracts['sms']> = {
  list: listSms,
  exportList: exportSms,
  targets: readTargets,
  send,
  resend,
}
