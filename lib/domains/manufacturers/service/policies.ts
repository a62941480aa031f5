import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { audit } from '../../../platform/audit.ts'
import { change } from '../../../platform/change-row.ts'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf, ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { badInput, notFound, refused } from '../../../platform/errors.ts'
import { r2, roundTo } from '../../../rules/money.ts'
import { application } from '../../orders/table.ts'
import type { manufacturers as calls } from '../contract.ts'
import { overlaps, parseTerms, policyFindings, policyState } from '../rules/subsidy-policy.ts'
import { manufacturer, subsidyPolicy } from '../table.ts'

/** 贴息政策 of a maker: what it bears, of orders of which terms, from when to when, and who is billed. */

type Policy = typeof subsidyPolicy.$inferSelect

const subsidy = sql`coalesce(${application.approvedQuote}, ${application.quoteSnapshot}) -> 'parties' ->> 'subsidy'`

export async function readPolicies(
  { manufacturerId }: ParsedInputOf<typeof calls.policies>,
  { today }: Call,
): Promise<OutputOf<typeof calls.policies>> {
  const [maker] = await db().select().from(manufacturer).where(eq(manufacturer.id, manufacturerId))
  if (!maker) throw notFound()
  const policies = await db()
    .select()
    .from(subsidyPolicy)
    .where(eq(subsidyPolicy.manufacturerId, manufacturerId))
    .orderBy(desc(subsidyPolicy.id))
    .limit(500)
  const uses = await db()
    .select({
      id: application.subsidyPolicyId,
      orders: sql<number>`count(*)::int`,
      released: sql<number>`count(${application.releasedAt})::int`,
      billed: sql<string>`coalesce(sum((${subsidy})::numeric) filter (where ${application.releasedAt} is not null), 0)::text`,
    })
    .from(application)
    .where(
      and(
        inArray(
          application.subsidyPolicyId,
          policies.map(({ id }) => id),
        ),
        sql`${application.status} <> 'voided'`,
      ),
    )
    .groupBy(application.subsidyPolicyId)
  return policies.map((policy) => {
    const use = uses.find(({ id }) => id === policy.id)
    return {
      ...policy,
      state: policyState(policy, today),
      orders: use?.orders ?? 0,
      released: use?.released ?? 0,
      billed: r2(use?.billed ?? '0'),
    }
  })
}

/** @throws 400 by field, 422 for a maker that is stopped, or where another policy of it answers for the same orders */
export async function addPolicy(
  input: ParsedInputOf<typeof calls.addPolicy>,
  call: Call,
  maker: typeof manufacturer.$inferSelect,
): Promise<{ id: number }> {
  const wrong = policyFindings(input, call.today)
  if (Object.keys(wrong).length > 0) throw badInput(wrong)
  if (maker.state === 'stopped') throw refused('manufacturers.refusals.isStopped')
  const { mode, firstDay, lastDay, billedTo } = input
  const borne =
    mode === 'fixed'
      ? { rate: null, amount: r2(input.amount) }
      : { rate: roundTo(input.rate, 4), amount: null }
  const values = { mode, ...borne, terms: parseTerms(input.terms) ?? [], firstDay, lastDay, billedTo }
  // The maker is locked: of two that are added at once, the second sees the first.
  const others = await db().select().from(subsidyPolicy).where(eq(subsidyPolicy.manufacturerId, maker.id))
  const twin = others.find((other) => overlaps(other, values))
  if (twin)
    throw refused('manufacturers.refusals.overlaps', { firstDay: twin.firstDay, lastDay: twin.lastDay })
  const [made] = await db()
    .insert(subsidyPolicy)
    .values({ ...values, manufacturerId: maker.id, createdBy: call.actor.id })
    .returning({ id: subsidyPolicy.id })
  if (!made) throw new Error('the policy was not written')
  await audit({ after: values })
  return made
}

/** @throws 400 for a day that is over or later than its last, 422 for one that is over */
export async function endPolicy(
  { lastDay, reason }: ParsedInputOf<typeof calls.endPolicy>,
  { today }: Call,
  policy: Policy,
) {
  if (policyState(policy, today) === 'over') throw refused('manufacturers.refusals.policyOver')
  if (lastDay < today) throw badInput({ lastDay: 'manufacturers.refusals.dayOver' })
  if (lastDay >= policy.lastDay) throw badInput({ lastDay: 'manufacturers.refusals.notEarlier' })
  await change(
    subsidyPolicy,
    policy,
    { lastDay },
    { before: { lastDay: policy.lastDay }, after: { lastDay, reason } },
  )
  return {}
}
