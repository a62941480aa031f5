import { randomBytes } from 'node:crypto'
import { audit } from '../../../platform/audit.ts'
import type { Call } from '../../../platform/context.ts'
import type { ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { mustBeWired } from '../../../platform/outside/outbox.ts'
import type { TenantSettings, tenants } from '../contract.ts'
import { hashOfToken } from './official-token.ts'
import { pictureAddresses } from './pictures.ts'
import { changeTenant, ownRow, type TenantRow, tellStaff } from './tenant-row.ts'
import { requireModesUnused } from './used-modes.ts'

/** Everything that the administrator of a tenant has set. */

export async function readSettings(tenantId: number): Promise<TenantSettings> {
  const row = await ownRow(tenantId)
  return {
    name: row.name,
    title: row.loginTitle,
    themeColor: row.themeColor,
    watermark: row.watermark,
    idleLockMinutes: row.idleLockMinutes,
    sessionIdleMinutes: row.sessionIdleMinutes,
    sessionHours: row.sessionHours,
    collectOpen: row.collectOpen,
    bizModes: row.bizModes,
    sealBy: row.sealBy,
    payBy: row.payBy,
    releaseCutoff: row.releaseCutoff,
    ...(await pictureAddresses(row.code)),
    takesOfficial: row.officialTokenHash !== null,
    rowVersion: row.rowVersion,
  }
}

/** @throws 422 for a provider of seals, or payments by the port, where it leads nowhere, and for a mode still sold */
export async function saveSettings(
  { title, themeColor, watermark, ...set }: ParsedInputOf<typeof tenants.save>,
  call: Call,
  row: TenantRow,
): Promise<{ rowVersion: number }> {
  const sealBy = set.sealBy ?? row.sealBy
  if (sealBy === 'provider' && row.sealBy !== sealBy) mustBeWired('esign')
  const payBy = set.payBy ?? row.payBy
  if (payBy === 'port' && row.payBy !== payBy) mustBeWired('payment')
  const modes = set.bizModes ?? row.bizModes
  await requireModesUnused(
    row.bizModes.filter((mode) => !modes.some((left) => left === mode)),
    call.today,
  )
  const before = await readSettings(call.tenantId)
  const changes = {
    name: set.name,
    loginTitle: title || null,
    themeColor: themeColor || null,
    watermark: watermark || null,
    idleLockMinutes: set.idleLockMinutes ?? null,
    sessionIdleMinutes: set.sessionIdleMinutes ?? null,
    sessionHours: set.sessionHours ?? null,
    collectOpen: set.collectOpen,
    bizModes: [...modes],
    sealBy,
    payBy,
    releaseCutoff: set.releaseCutoff === undefined ? row.releaseCutoff : set.releaseCutoff || null,
  }
  const saved = await changeTenant(row, changes, call)
  await audit({ before, after: changes })
  await tellStaff(call.tenantId)
  return saved
}

/** A token for the official account's messages, or none; only its hash is kept. */
export async function renewOfficialToken(
  { on }: ParsedInputOf<typeof tenants.officialToken>,
  call: Call,
  row: TenantRow,
): Promise<{ rowVersion: number; token: string }> {
  const token = on ? randomBytes(32).toString('base64url') : ''
  const saved = await changeTenant(row, { officialTokenHash: on ? hashOfToken(token) : null }, call)
  await audit({ after: { on } })
  return { ...saved, token }
}
