import { zhCN } from '../../i18n/zh-cn.ts'
import { CallError } from '../errors.ts'

/** Captchas that wait in this process to be drawn; the next one is refused. */
const LONGEST = 40

let last: Promise<unknown> = Promise.resolve()
let waiting = 0

/** Draws when it is its turn: one at a time, and everything else that is ready comes in between. @throws 503 */
export async function inDrawingLane<T>(draw: () => T): Promise<T> {
  if (waiting >= LONGEST) throw new CallError(503, { message: zhCN('refusals.tooMany') })
  waiting++
  const turn = last.then(() => new Promise((resolve) => setImmediate(resolve))).then(draw)
  last = turn.catch(() => undefined)
  try {
    return await turn
  } finally {
    waiting--
  }
}
