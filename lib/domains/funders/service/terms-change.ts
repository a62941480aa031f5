import { eq } from 'drizzle-orm'
import * as z from 'zod'
import { say } from '../../../i18n/say.ts'
import type { MessageKey } from '../../../i18n/translator.ts'
import { changeKind } from '../../../platform/changes/change-kind.ts'
import type { ChangeLine } from '../../../platform/changes/rules/pending-change.ts'
import type { Call } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { formatMoney, formatPercent } from '../../../rules/money-text.ts'
import type { Funder } from '../../capital/service/capital-record.ts'
import { capital } from '../../channels/table.ts'
import { termFields } from '../rules/funder.ts'

/** 资方条款: limits, shares and rates are in force when a second person has agreed. */

const terms = z.object({
  coopMode: z.string().nullable(),
  shareRatio: z.string().nullable(),
  costRate: z.string().nullable(),
  creditLimit: z.string().nullable(),
  dailyLimit: z.string().nullable(),
  aprCap: z.string().nullable(),
  guaranteeRatio: z.string().nullable(),
})
export type FunderTermColumns = z.output<typeof terms>

export const columnsOf = (funder: Funder): FunderTermColumns => terms.parse(funder)

const shown: Record<(typeof termFields)[number], (value: string) => string> = {
  coopMode: (value) => say(`funders.coopModes.${value}` as MessageKey),
  shareRatio: (value) => formatPercent(value),
  costRate: (value) => formatPercent(value),
  creditLimit: formatMoney,
  dailyLimit: formatMoney,
  aprCap: (value) => formatPercent(value),
  guaranteeRatio: (value) => formatPercent(value),
}

/** Whoever checks them reads all terms, with what stood there where that is another. */
export function linesOf({ name, ...before }: Funder, after: FunderTermColumns): ChangeLine[] {
  const text = (field: (typeof termFields)[number], value: string | null) =>
    value === null ? say('funders.unlimited') : shown[field](value)
  return [
    { field: 'capitalName', kind: 'text', value: name },
    ...termFields.map((field): ChangeLine => {
      const value = text(field, after[field])
      const was = text(field, before[field])
      return { field, kind: 'text', value, ...(was !== value && { was }) }
    }),
  ]
}

export async function lockFunder(id: number, call: Call | undefined): Promise<Funder | undefined> {
  const [row] = await db().select().from(capital).where(eq(capital.id, id)).for('update')
  return row && (!call || row.tenantId === call.tenantId) ? row : undefined
}

export const termsChange = changeKind({
  content: z.object({ was: terms, terms }),
  lock: lockFunder,
  async judge({ was }, funder: Funder) {
    const now = columnsOf(funder)
    return termFields.every((field) => now[field] === was[field])
      ? undefined
      : 'changes.refusals.otherContent'
  },
  async apply({ terms: agreed }, funder, _approved, { actor, now }) {
    await db()
      .update(capital)
      .set({
        ...agreed,
        status: '启用',
        stopReason: null,
        rowVersion: funder.rowVersion + 1,
        updatedAt: now.toISOString(),
        updatedBy: actor.id,
      })
      .where(eq(capital.id, funder.id))
  },
  // The funder is as it was.
  async leave() {},
})
