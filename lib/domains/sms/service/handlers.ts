import type { HandlersOf } from '../../../platform/handler.ts'
import type { Contracts } from '../../endpoints.ts'
import { exportSms, listSms } from './list.ts'
import { readTargets, resend, send } from './send.ts'

export const smsHandlers: HandlersOf<Contracts['sms']> = {
  list: listSms,
  exportList: exportSms,
  targets: readTargets,
  send,
  resend,
}
