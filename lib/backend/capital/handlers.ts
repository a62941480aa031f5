import type { Contracts } from '../../contracts/index.ts'
import type { HandlersOf } from '../handler.ts'
import { push } from './push.ts'
import { readCapital } from './read-capital.ts'
import { registerResult } from './register-result.ts'
import { readFunders, reroute } from './reroute.ts'

export const capitalOrderHandlers: HandlersOf<Contracts['capitalOrders']> = {
  get: readCapital,
  funders: readFunders,
  push,
  result: registerResult,
  reroute,
}
