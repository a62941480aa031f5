import { eq } from 'drizzle-orm'
import { db } from '../../../platform/db/client.ts'
import { badInput, type FieldMessage } from '../../../platform/errors.ts'
import { formatMoney, formatPercent } from '../../../rules/money-text.ts'
import type { EntryValues } from '../../orders/rules/entry/entry-values.ts'
import type { ProductTerms } from '../../products/contract.ts'
import { policyFor, policyObstacle, type SubsidyCase, type SubsidyObstacle } from '../rules/subsidy-policy.ts'
import { manufacturer, subsidyPolicy } from '../table.ts'

const shown: Readonly<Record<string, (value: string) => string>> = {
  rate: formatPercent,
  amount: formatMoney,
}

type Entered = Pick<EntryValues, 'subsidy' | 'vehicle' | 'financing'>
type Offered = Pick<ProductTerms, 'parties'>

const caseOf = ({ subsidy, vehicle, financing }: Entered, { parties }: Offered): SubsidyCase => ({
  mode: subsidy.mode,
  rate: parties?.subsidyRate ?? null,
  amount: parties?.subsidyAmount ?? null,
  term: Number(financing.term),
  brand: vehicle.brand,
})

function messageOf(name: string, { key, params }: SubsidyObstacle): FieldMessage {
  const said = Object.entries(params).map(([param, value]) => [
    param,
    shown[param]?.(String(value)) ?? String(value),
  ])
  return { key: `manufacturers.obstacles.${key}`, params: { name, ...Object.fromEntries(said) } }
}

const bornePolicy = async (id: number) => {
  const [found] = await db()
    .select({ policy: subsidyPolicy, maker: manufacturer.name })
    .from(subsidyPolicy)
    .innerJoin(manufacturer, eq(manufacturer.id, subsidyPolicy.manufacturerId))
    .where(eq(subsidyPolicy.id, id))
  return found
}

/**
 * The maker of its car bears of an order no more than a policy of the maker says: nobody would pay it. The policy by which
 * it was submitted goes on to answer for it, as it did on that day.
 *
 * @param values of the entry, as they are submitted
 * @param product with the order's own subsidy
 * @param ownPolicy by which the order was submitted before
 * @returns the policy; null of an order that nobody bears anything of
 * @throws 400 at the field that no policy answers for
 */
export async function requireSubsidy(
  values: Entered,
  product: Offered,
  today: string,
  ownPolicy: number | null = null,
): Promise<number | null> {
  const { subsidy } = values
  if (subsidy.mode === '' || subsidy.mode === 'none') return null
  const asked = caseOf(values, product)
  const own = ownPolicy === null ? undefined : await bornePolicy(ownPolicy)
  if (own && own.maker === subsidy.oemName && own.policy.mode === subsidy.mode)
    if (!policyObstacle(own.policy, asked)) return own.policy.id
  const [maker] = await db().select().from(manufacturer).where(eq(manufacturer.name, subsidy.oemName))
  if (!maker) throw badInput({ 'subsidy.oemName': 'manufacturers.refusals.unknown' })
  const policies = await db().select().from(subsidyPolicy).where(eq(subsidyPolicy.manufacturerId, maker.id))
  const found = policyFor(maker, policies, asked, today)
  if ('policy' in found) return found.policy.id
  throw badInput({ [`subsidy.${found.obstacle.field}`]: messageOf(maker.name, found.obstacle) })
}

/** @returns why the policy by which an order was submitted does not answer for other terms of it */
export async function subsidyIssue(
  ownPolicy: number | null,
  values: Entered,
  product: Offered,
): Promise<FieldMessage | null> {
  const own = ownPolicy === null ? undefined : await bornePolicy(ownPolicy)
  const obstacle = own && policyObstacle(own.policy, caseOf(values, product))
  return obstacle ? messageOf(own.maker, obstacle) : null
}
