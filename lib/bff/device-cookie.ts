import { randomBytes } from 'node:crypto'
import { sealData, unsealData } from 'iron-session'
import * as z from 'zod'
import { sessionKeys } from './session-secret.ts'

/**
 * The browsers that have signed in to an account before (device cookies after OWASP): sealed, httpOnly, of one tenant.
 * Whoever guesses passwords elsewhere has none, so their tries do not count for the owner's own browser. It opens
 * nothing by itself.
 */

/** Half a year since the last sign-in. */
const LIFETIME = 180 * 24 * 3600
/** Accounts of one browser; the one used longest ago goes. */
const MOST = 5
const MAX_BYTES = 2048

const payload = z.strictObject({
  tenant: z.string(),
  devices: z.array(z.tuple([z.string().max(64), z.string().max(40)])).max(MOST),
})
type Devices = z.infer<typeof payload>['devices']

const nameOf = (secure: boolean) => (secure ? '__Secure-nlos-device' : 'nlos-device')

async function readDevices(header: string | undefined, tenant: string, secure: boolean): Promise<Devices> {
  const start = `${nameOf(secure)}=`
  const pair = header?.split(';').find((part) => part.trim().startsWith(start))
  const sealed = pair?.trim().slice(start.length)
  if (!sealed || sealed.length > MAX_BYTES) return []
  const data = await unsealData<unknown>(sealed, { password: sessionKeys(), ttl: LIFETIME }).catch(
    () => undefined,
  )
  const parsed = payload.safeParse(data)
  return parsed.success && parsed.data.tenant === tenant ? parsed.data.devices : []
}

/** Everything that the upstream is told: the accounts that this browser is known to, `account=id&…`; empty for none. */
export async function knownDevices(
  header: string | undefined,
  tenant: string,
  secure: boolean,
): Promise<string> {
  return new URLSearchParams(await readDevices(header, tenant, secure)).toString()
}

/** The Set-Cookie value after a sign-in: the browser is known to this account too, by the id it had if it had one. */
export async function deviceCookie(
  header: string | undefined,
  { tenant, account, secure }: { tenant: string; account: string; secure: boolean },
): Promise<string> {
  const known = await readDevices(header, tenant, secure)
  const name = account.toLowerCase()
  const id = known.find(([of]) => of === name)?.[1] ?? randomBytes(16).toString('base64url')
  const devices = [[name, id], ...known.filter(([of]) => of !== name)].slice(0, MOST)
  const sealed = await sealData({ tenant, devices }, { password: sessionKeys(), ttl: LIFETIME })
  return `${nameOf(secure)}=${sealed}; Max-Age=${LIFETIME}; Path=/nlos; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}
