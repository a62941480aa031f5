import { randomUUID } from 'node:crypto'
import { tenants as calls, type TenantSettings } from '../domains/tenants/contract.ts'
import { BoundedMap } from './bounded-map.ts'
import { forward, LIMITS } from './forward.ts'
import { log } from './log.ts'
import { oncePerProcess } from './once-per-process.ts'
import type { RequestOrigin } from './request-origin.ts'
import { singleFlight } from './single-flight.ts'
import { Stop } from './stop.ts'
import { type Brand, brandOf } from './tenants.ts'
import { chosenUpstream } from './upstream.ts'

/**
 * The brand of a host as it is worn: TENANTS_FILE, and over it what the tenant's administrator has set. The service is
 * asked for that; where it does not answer, or knows no such call, the file's brand is worn.
 */

/** So long a process may wear what was before, in ms; the process of the change hears of it at once. */
const freshMs = 5_000
/** A page waits no longer than this for it, in ms. */
const patienceMs = 2_000

type Settings = Pick<
  TenantSettings,
  'title' | 'themeColor' | 'watermark' | 'idleLockMinutes' | 'logo' | 'favicon'
>

const kept = () => oncePerProcess('worn-brands', () => new BoundedMap<Settings | null>(1000))

/** A tenant has changed how it looks. */
export const forgetBrands = (): void => kept().clear()

/** The brand of a canonical host; the neutral one when nobody has it. */
export const wornBrandOf = (host: string | undefined): Promise<Brand> => wear(brandOf(host))

/** The same for a brand of the file. */
export async function wear(brand: Brand): Promise<Brand> {
  const settings = brand.code === '' ? null : await settingsOf(brand.code)
  if (!settings) return brand
  return {
    ...brand,
    title: settings.title ?? brand.title,
    themeColor: settings.themeColor ?? brand.themeColor,
    logo: settings.logo ?? brand.logo,
    favicon: settings.favicon ?? brand.favicon,
    watermark: settings.watermark ?? undefined,
    idleLockMinutes: settings.idleLockMinutes ?? brand.idleLockMinutes,
  }
}

async function settingsOf(code: string): Promise<Settings | null> {
  const known = kept().get(code)
  if (known !== undefined) return known
  return singleFlight(`brand ${code}`, async () => {
    const settings = await ask(code)
    kept().set(code, settings, Date.now() + freshMs)
    return settings
  })
}

async function ask(code: string): Promise<Settings | null> {
  try {
    const answer = await forward(
      chosenUpstream().call,
      {
        endpoint: calls.brand,
        origin: originOfServer(code),
        session: undefined,
        query: '',
        body: Buffer.from(''),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        stop: new Stop(),
      },
      { ...LIMITS, deadline: patienceMs },
    )
    if (answer.status !== 200 || !Buffer.isBuffer(answer.body)) return null
    const parsed = calls.brand.output.safeParse(JSON.parse(answer.body.toString('utf8')))
    if (!parsed.success) log('brand not asked', { tenant: code, reason: 'answer of another shape' })
    return parsed.success ? parsed.data : null
  } catch (error) {
    log('brand not asked', { tenant: code, reason: error instanceof Error ? error.message : String(error) })
    return null
  }
}

/** The console asks for itself, not for a visitor. */
const originOfServer = (tenant: string): RequestOrigin => ({
  host: '',
  hostWithPort: '',
  secure: false,
  clientIp: '',
  tenant,
  requestId: randomUUID(),
})
