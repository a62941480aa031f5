import { unsealData } from 'iron-session'
import { cookies } from 'next/headers'

/** What one writes first: the session opened, the call made with fetch, its answer handed back. */
export async function POST(request) {
  const seal = (await cookies()).get('nlos-session')?.value ?? ''
  const session = await unsealData(seal, { password: { 1: process.env.SESSION_SECRET } })
  if (!session.token) return Response.json({ message: '登录已失效' }, { status: 401 })
  const answer = await fetch(`${process.env.SERVICE}/home/list`, {
    method: 'POST',
    headers: { 'content-type': request.headers.get('content-type') ?? '', token: session.token },
    body: await request.text(),
    cache: 'no-store',
  })
  return new Response(answer.body, {
    status: answer.status,
    headers: { 'content-type': answer.headers.get('content-type') ?? '' },
  })
}
