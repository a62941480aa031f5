import type { Contracts } from '../../contracts/index.ts'
import type { HandlersOf } from '../handler.ts'
import { listErrors, readError, settleError } from './error-groups.ts'
import { exportOperations } from './export-operations.ts'
import { handleFeedback, listFeedback } from './feedback-answers.ts'
import { exportLogins, listLogins } from './list-logins.ts'
import { endSessions, listOnline } from './online-sessions.ts'
import { listOperations, readOperation } from './operations.ts'

export const oversightHandlers: HandlersOf<Contracts['oversight']> = {
  logins: listLogins,
  exportLogins,
  operations: listOperations,
  operation: ({ id }, call) => readOperation(id, call),
  exportOperations,
  online: listOnline,
  endSessions,
  feedback: listFeedback,
  handleFeedback,
  errors: listErrors,
  error: ({ id }) => readError(id),
  settleError,
}
