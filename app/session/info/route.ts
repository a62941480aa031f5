import { answerSessionInfo } from '@/lib/bff/session-info'

/** Everything that the browser may know of its session: the user, the token's stamp, the lock. */
export const GET = (request: Request) => answerSessionInfo(request)
