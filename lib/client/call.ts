import type { ActionOf, Endpoint, InputOf, OutputOf } from '../platform/contract/endpoint.ts'
import { encodeForm, type WireValue } from '../platform/contract/form-text.ts'
import { shownText } from '../rules/shown-text.ts'
import { ApiError, errorOf, noAnswer } from './api-error.ts'
import { asOneEvent } from './event-id.ts'
import { report } from './funnel.ts'
import { hearServiceTime } from './service-day.ts'

/** Request timeout (specification point 9). */
export const timeoutMs = 180_000

/** Tells the door that our own script made the request: no form of another site can send it. */
export const ownRequest = { 'x-nlos': '1' }

export type CallOptions = { signal?: AbortSignal | undefined; keepalive?: boolean }

/**
 * Calls an endpoint and answers its output; a failure is shown by the funnel before it rejects.
 * The answer is not parsed again: the door has done that.
 *
 *     const { data, total } = await call(contracts.applications.intakeList, { start: 0, length: 20 })
 *
 * @throws {ApiError} on every answer but 200, and on none
 * @throws {DOMException} AbortError, when `signal` aborts
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: ActionOf<E>,
  options?: CallOptions,
): Promise<OutputOf<E>> {
  try {
    return await request(endpoint, input, options)
  } catch (error) {
    if (error instanceof ApiError) report(error)
    throw error
  }
}

/** As {@link call}, without the funnel: for those who report the failure themselves, once, at the end of retries. */
export async function request<E extends Endpoint>(
  endpoint: E,
  input: ActionOf<E>,
  options?: CallOptions,
): Promise<OutputOf<E>> {
  return asOneEvent(endpoint, input, async (sent) => {
    const response = await send(endpoint, sent, options)
    try {
      return JSON.parse(shownText(await response.text()))
    } catch (error) {
      if (options?.signal?.aborted) throw error
      throw new ApiError(noAnswer)
    }
  })
}

/** The response of a call that was answered with 200. */
export async function send<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  { signal, keepalive }: CallOptions = {},
): Promise<Response> {
  const deadline = AbortSignal.timeout(timeoutMs)
  const form = encodeForm(input as Record<string, WireValue>)
  const inQuery = endpoint.method === 'GET' && form !== ''
  let response: Response
  try {
    response = await fetch(`/nlos${endpoint.path}${inQuery ? `?${form}` : ''}`, {
      method: endpoint.method,
      headers: ownRequest,
      body: endpoint.method === 'GET' ? undefined : new URLSearchParams(form),
      signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
      keepalive: keepalive ?? false,
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ApiError(noAnswer)
  }
  hearServiceTime(response.headers?.get('date') ?? null)
  if (response.status !== 200) throw errorOf(response.status, await response.text().catch(() => ''))
  return response
}
