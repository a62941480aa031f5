import { answerOpenapi } from '@/lib/bff/openapi'

/** The calls that the /nlos/ service serves, for whoever is signed in. */
export const GET = (request: Request) => answerOpenapi(request)
