import type { Contracts } from '../../contracts/index.ts'
import type { HandlersOf } from '../handler.ts'
import { once } from '../once.ts'
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
  endSessions: ({ eventId, ...input }, call) =>
    once(eventId, 'oversight.endSessions', input, () => endSessions(input, call)),
  feedback: feedbacks.page,
  handleFeedback: ({ eventId, ...input }, call) =>
    once(eventId, 'oversight.handleFeedback', input, () => handleFeedback(input, call)),
  errors: errors.page,
  error: ({ id }) => readError(id),
  settleError: ({ eventId, ...input }, call) =>
    once(eventId, 'oversight.settleError', input, () => settleError(input, call)),
}
