import {
  type BizMode,
  isClock,
  isThemeColor,
  type PayWay,
  type SealKeeper,
  tenantLimits,
} from '@/lib/domains/identity/rules/tenant-settings'
import type { TenantSettings, tenants } from '@/lib/domains/tenants/contract'
import type { T } from '@/lib/i18n/translator'
import type { ActionOf } from '@/lib/platform/contract/endpoint'
import type { RuleMessage } from '@/lib/rules/rule-message'

/** Everything that TENANTS_FILE says, which counts where nothing is set. */
export type Deployed = {
  title: string
  themeColor: string
  logo: string
  favicon: string
  idleLockMinutes: number
  hosts: readonly string[]
  frameHosts: readonly string[]
}

/** The settings as the form has them: an empty text is what is not set. */
export type TenantValues = {
  name: string
  title: string
  themeColor: string
  watermark: string
  idleLockMinutes: string
  sessionIdleMinutes: string
  sessionHours: string
  collectOpen: boolean
  bizModes: string[]
  sealBy: string
  payBy: string
  releaseCutoff: string
}

export const valuesOf = (settings: TenantSettings): TenantValues => ({
  name: settings.name,
  title: settings.title ?? '',
  themeColor: settings.themeColor ?? '',
  watermark: settings.watermark ?? '',
  idleLockMinutes: String(settings.idleLockMinutes ?? ''),
  sessionIdleMinutes: String(settings.sessionIdleMinutes ?? ''),
  sessionHours: String(settings.sessionHours ?? ''),
  collectOpen: settings.collectOpen,
  bizModes: settings.bizModes,
  sealBy: settings.sealBy,
  payBy: settings.payBy,
  releaseCutoff: settings.releaseCutoff ?? '',
})

const numberOf = (text: string) => (text === '' ? undefined : Number(text))

/** Everything that a save sends. */
export const inputOf = (values: TenantValues, rowVersion: number): ActionOf<typeof tenants.save> => ({
  ...values,
  bizModes: values.bizModes as BizMode[],
  sealBy: values.sealBy as SealKeeper,
  payBy: values.payBy as PayWay,
  rowVersion,
  idleLockMinutes: numberOf(values.idleLockMinutes),
  sessionIdleMinutes: numberOf(values.sessionIdleMinutes),
  sessionHours: numberOf(values.sessionHours),
})

const bounds = {
  idleLockMinutes: tenantLimits.idleLock,
  sessionIdleMinutes: tenantLimits.sessionIdle,
  sessionHours: tenantLimits.sessionHours,
} as const

/** The faults of the settings, by field. */
export function tenantFindings(values: TenantValues, t: T): Record<string, string> {
  const found: [string, string][] = []
  const required: RuleMessage = 'rules.required'
  if (values.name.trim() === '') found.push(['name', t(required)])
  if (values.themeColor !== '' && !isThemeColor(values.themeColor))
    found.push(['themeColor', t('tenants.themeColorWrong')])
  if (values.releaseCutoff !== '' && !isClock(values.releaseCutoff))
    found.push(['releaseCutoff', t('tenants.cutoffWrong')])
  for (const [name, { from, to }] of Object.entries(bounds)) {
    const number = numberOf(values[name as keyof typeof bounds])
    if (number !== undefined && !(number >= from && number <= to))
      found.push([name, t('tenants.outOfRange', { from, to })])
  }
  return Object.fromEntries(found)
}
