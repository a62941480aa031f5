import { answerWebRequest } from '@/lib/bff/door-web'
import { theDoor } from '@/lib/bff/the-door'

/**
 * The door for hosts without `server.ts`: development under another Next server, and tests. With `server.ts` in
 * front these calls are answered before they reach Next.
 */
const handler = (request: Request) => answerWebRequest(theDoor(), request)

export {
  handler as DELETE,
  handler as GET,
  handler as HEAD,
  handler as OPTIONS,
  handler as PATCH,
  handler as POST,
  handler as PUT,
}
