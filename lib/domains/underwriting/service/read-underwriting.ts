import { inArray } from 'drizzle-orm'
import type { Call } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { maskIdNo } from '../../../rules/mask.ts'
import { sysUser } from '../../identity/table.ts'
import type { UnderwritingView } from '../../materials/contract/papers.ts'
import { lenderOf } from '../../materials/service/mortgages.ts'
import { insuredOf, performancePolicies, typedPolicy } from '../../materials/service/policies.ts'
import type { Order } from '../../orders/service/move-order.ts'
import { carOf, modelOf } from './ask-insurer.ts'
import { underwritingOf } from './underwriting-record.ts'

/** 提交保司 of an order: who and what is insured, what it costs, and every submission there was. */
export async function readUnderwriting(order: Order, call: Call): Promise<UnderwritingView> {
  const { rows, trial, facts } = await underwritingOf(order, call)
  const insured = await insuredOf(order)
  const car = await carOf(order)
  const names = await namesOf(rows.map(({ submittedBy }) => submittedBy))
  return {
    status: facts.status,
    silent: facts.silent,
    conflict: facts.conflict,
    trial,
    outdated: facts.outdated,
    typed: typedPolicy(await performancePolicies(order.id)) ?? null,
    insuredname: insured.insuredname,
    identifynumber: maskIdNo(insured.identifynumber),
    beneficiary: (await lenderOf(order)) || null,
    model: modelOf(car),
    vin: car?.vin ?? null,
    plateNo: car?.plateNo ?? null,
    submissions: rows.map(({ submittedBy, ...row }) => ({
      ...row,
      submittedByName: names.get(submittedBy) ?? null,
    })),
  }
}

async function namesOf(ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db()
    .select({ id: sysUser.id, name: sysUser.name })
    .from(sysUser)
    .where(inArray(sysUser.id, [...new Set(ids)]))
  return new Map(rows.map(({ id, name }) => [id, name]))
}
