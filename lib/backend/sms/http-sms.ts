import type { SmsGateway, SmsProvider } from './sms-port.ts'

const timeoutMs = 10_000

/**
 * A gateway by HTTP: `POST` of `{ mobile, template, params, text }` as JSON, with `Authorization: Bearer <token>` where
 * there is one. Any 2xx means that the message was taken. An adapter in front of a vendor's own API speaks this.
 */
export function httpSms({ url, token }: SmsGateway): SmsProvider {
  return async (sms) => {
    const headers = new Headers({ 'content-type': 'application/json' })
    if (token) headers.set('authorization', `Bearer ${token}`)
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body: JSON.stringify(sms),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`the SMS gateway answered ${response.status}`)
    return null
  }
}
