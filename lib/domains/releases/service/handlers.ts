import type { HandlersOf } from '../../../platform/handler.ts'
import type { Contracts } from '../../endpoints.ts'
import { readProof, registerResult } from './bank-result.ts'
import { finishTask } from './finish-task.ts'
import { make, retry, undo } from './make-release.ts'
import { exportDay, readDay, readDayRows } from './read-day.ts'
import { readLoan, readRelease, releaseList } from './read-release.ts'
import { back, ready } from './send-back.ts'

export const releaseHandlers: HandlersOf<Contracts['releases']> = {
  list: releaseList.page,
  get: readRelease,
  make,
  result: registerResult,
  proof: readProof,
  retry,
  undo,
  back,
  ready,
  loan: readLoan,
  finishTask,
  day: readDay,
  dayRows: readDayRows,
  exportDay,
}
