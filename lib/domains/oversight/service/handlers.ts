import type { HandlersOf } from '../../../platform/handler.ts'
import type { Contracts } from '../../endpoints.ts'
import { errors, readError, settleError } from './error-groups.ts'
import { feedbacks, handleFeedback } from './feedback-answers.ts'
import { exportLogins, logins } from './list-logins.ts'
import { endSessions, online } from './online-sessions.ts'
import { exportOperations, operations, readOperation } from './operations.ts'

export const oversightHandlers: HandlersOf<Contracts['oversight']> = {
  logins: logins.page,
  exportLogins,
  operations: operations.page,
  operation: ({ id }, call) => readOperation(id, call),
  exportOperations,
  online: online.page,
  endSessions,
  feedback: feedbacks.page,
  handleFeedback,
  errors: errors.page,
  error: ({ id }) => readError(id),
  settleError,
}
