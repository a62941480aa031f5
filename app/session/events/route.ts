import { theEventStreams } from '@/lib/bff/event-stream'
import { answerEventStream } from '@/lib/bff/event-stream-web'

/** The event stream for hosts without `server.ts`; with it in front these requests never reach Next. */
export const GET = (request: Request) => answerEventStream(theEventStreams(), request)
export const dynamic = 'force-dynamic'
