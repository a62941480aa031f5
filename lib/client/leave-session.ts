import { ownRequest } from './call.ts'

const address = '/session/logout'

/**
 * Ends the browser's session at the console's own route, which needs no service for it. Where not even that answers,
 * the form is sent as a page of its own: the browser leaves, and says itself what does not come.
 *
 * @returns whether the session is over; false when the page is being left by the form
 */
export async function leaveSession(): Promise<boolean> {
  try {
    const answer = await fetch(address, {
      method: 'POST',
      headers: ownRequest,
      redirect: 'manual',
      signal: AbortSignal.timeout(10_000),
    })
    if (answer.type === 'opaqueredirect' || answer.ok) return true
  } catch {
    // Everything that follows is for this.
  }
  const form = document.createElement('form')
  form.method = 'post'
  form.action = address
  document.body.append(form)
  form.submit()
  return false
}
