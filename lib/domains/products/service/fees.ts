import { eq, sql } from 'drizzle-orm'
import { audit } from '../../../platform/audit.ts'
import { change } from '../../../platform/change-row.ts'
import type { Call } from '../../../platform/context.ts'
import type { ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { defineList } from '../../../platform/db/list.ts'
import { textIn } from '../../../platform/db/list-conditions.ts'
import { badInput, refused } from '../../../platform/errors.ts'
import { byId, subject } from '../../../platform/subject.ts'
import { r2, roundTo } from '../../../rules/money.ts'
import { products as calls, type FeeRow } from '../contract.ts'
import { type FeeState, feeFindings, fixedBasis } from '../rules/product-tables.ts'
import { feeConst } from '../table.ts'
import { constantOf, type Fee, newestOf } from './fee-constants.ts'
import { productsOnOffer } from './product-terms.ts'

/** 费用常量: what fees are charged, each change a row with its own first day. */

const isComing = (today: string) => sql`${feeConst.effectiveFrom} > ${today}`
const isFollowed = (today: string) => sql`exists (select from fee_const later
  where later.tenant_id = ${feeConst.tenantId} and later.code = ${feeConst.code}
    and later.effective_from > coalesce(${feeConst.effectiveFrom}, '0001-01-01') and later.effective_from <= ${today})`
const isStopped = sql`${feeConst.status} = '停用'`

export const feeList = defineList(calls.fees, {
  table: feeConst,
  scope: 'tenant',
  filters: {
    state: (state, { today }) =>
      ({
        stopped: isStopped,
        coming: sql`not ${isStopped} and ${isComing(today)}`,
        superseded: sql`not ${isStopped} and ${isFollowed(today)}`,
        offered: sql`not ${isStopped} and not coalesce(${isComing(today)}, false) and not ${isFollowed(today)}`,
      })[state],
  },
  search: textIn(feeConst.code, feeConst.name),
  sorts: { code: feeConst.code, effectiveFrom: feeConst.effectiveFrom },
  rows: readFees,
})

async function readFees(ids: number[], { today }: Pick<Call, 'today'>): Promise<FeeRow[]> {
  const all = await db().select().from(feeConst)
  const newest = newestOf(all, today)
  const stateOf = (row: Fee): FeeState => {
    if (row.status === '停用') return 'stopped'
    if (row.effectiveFrom !== null && row.effectiveFrom > today) return 'coming'
    return newest.get(row.code ?? '')?.id === row.id ? 'offered' : 'superseded'
  }
  return all
    .filter(({ id }) => ids.includes(id))
    .map((row) => ({
      ...constantOf(row),
      id: row.id,
      rowVersion: row.rowVersion,
      feeClass: row.feeClass,
      refundable: row.refundable,
      taxRate: row.taxRate,
      effectiveFrom: row.effectiveFrom,
      state: stateOf(row),
    }))
}

/** @throws 400 at the field that is wrong, or for a day of which the fee has a row already */
export async function addFee(
  { effectiveFrom, ...input }: ParsedInputOf<typeof calls.addFee>,
  call: Call,
): Promise<{ id: number }> {
  const { rate = '', amount = '', minAmount = '', maxAmount = '', taxRate = '', ...words } = input
  const wrong = feeFindings(
    { ...words, rate, amount, minAmount, maxAmount, taxRate, effectiveFrom },
    call.today,
  )
  if (Object.keys(wrong).length > 0) throw badInput(wrong)
  const isFixed = input.basis === fixedBasis
  const money = (text: string) => (isFixed || text === '' ? null : r2(text))
  const [made] = await db()
    .insert(feeConst)
    .values({
      ...words,
      effectiveFrom,
      status: '启用',
      rate: isFixed ? null : roundTo(rate, 4),
      amount: isFixed ? r2(amount) : null,
      minAmount: money(minAmount),
      maxAmount: money(maxAmount),
      taxRate: taxRate === '' ? null : roundTo(taxRate, 4),
      createdBy: call.actor.id,
      updatedBy: call.actor.id,
    })
    .onConflictDoNothing()
    .returning({ id: feeConst.id })
  if (!made) throw badInput({ effectiveFrom: 'product.rule.feeDayTaken' })
  await audit({ object: `fee:${made.id}`, after: { ...input, effectiveFrom } })
  return made
}

/** @throws 422 for one that is stopped, or that a product on offer charges */
export async function stopFee({ reason }: { reason: string }, call: Call, row: Fee) {
  if (row.status === '停用') throw refused('product.refusal.feeStopped')
  const charging = (await productsOnOffer(call.today)).filter(({ feeItems }) =>
    feeItems.some(({ code }) => code === row.code),
  )
  const isCounting = newestOf(await rowsOf(row.code ?? ''), call.today).get(row.code ?? '')?.id === row.id
  if (isCounting && charging.length > 0)
    throw refused('product.refusal.feeCharged', { products: charging.map(({ name }) => name).join('、') })
  const said = { before: { status: row.status }, after: { status: '停用', reason } }
  await change(feeConst, row, { status: '停用' }, said)
  return {}
}

const rowsOf = (code: string) => db().select().from(feeConst).where(eq(feeConst.code, code))

export const feeSubject = subject({
  noun: 'fee',
  nameOf: ({ id }: Fee) => id,
  lock: byId(feeConst),
})
