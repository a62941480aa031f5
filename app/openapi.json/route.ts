import { answerOpenapi } from '@/lib/bff/openapi'

/** What the /nlos/ service serves, for who is signed in. */
export const GET = (request: Request) => answerOpenapi(request)
