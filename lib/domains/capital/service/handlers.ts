import type { HandlersOf } from '../../../platform/handler.ts'
import type { Contracts } from '../../endpoints.ts'
import { push } from './push.ts'
import { readProof, registerConsent } from './register-consent.ts'
import { registerResult } from './register-result.ts'
import { readFunders, reroute } from './reroute.ts'
import { withdraw } from './withdraw.ts'

export const capitalOrderHandlers: HandlersOf<Contracts['capitalOrders']> = {
  funders: readFunders,
  push,
  consent: registerConsent,
  proof: readProof,
  result: registerResult,
  reroute,
  withdraw,
}
