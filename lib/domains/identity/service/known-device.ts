/**
 * The browser that tries: the door says of which accounts it is a known one, `account=id&…`, out of a cookie that it
 * alone can write (`lib/bff/device-cookie.ts`).
 */
export function deviceFor(account: string, devices: string): string | undefined {
  if (account === '' || devices === '') return undefined
  const id = new URLSearchParams(devices).get(account)
  return id && /^[\w-]{16,40}$/.test(id) ? id : undefined
}
