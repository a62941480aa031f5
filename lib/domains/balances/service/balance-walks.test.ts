import { eq, sql } from 'drizzle-orm'
import { roomWalks } from '../../../../scripts/property-runs.ts'
import { changes } from '../../../platform/changes/contract.ts'
import { settleAccount } from '../../../platform/changes/table.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import { minus, sum } from '../../../rules/money.ts'
import { openedShop } from '../../openings/service/testing.ts'
import { opening } from '../../openings/table.ts'
import { openReleases, payPassword } from '../../releases/service/testing.ts'
import { settleAccounts } from '../../settle-accounts/contract.ts'
import type { TestBackend } from '../../testing.ts'
import { asking, type Step, walk } from '../../walks/testing.ts'
import { balances } from '../contract.ts'
import { accountBalance } from '../table.ts'

/** Random walks of the deposit of a shop through its verbs, by whoever comes: nothing leaves it that is not free. */

let backend: TestBackend
beforeAll(async () => {
  backend = await openReleases()
}, 60_000)
afterAll(() => backend.close())

type Flow = { id: number; kind: string; amount: string }
type Change = { id: number; state: string; amount: string; content_hash: string; row_version: number }
type Stand = {
  account: readonly [{ id: number; row_version: number }]
  flows: readonly Flow[]
  changes: readonly Change[]
  payee: readonly [{ id: number; status: string; row_version: number }]
  /** The flows as the books say them, by voucher. */
  vouchers: readonly { id: number; off: string }[]
}

const partsOf = (balanceId: number, accountId: number) => ({
  account: sql`select id, row_version from account_balance where id = ${balanceId}`,
  flows: sql`select id, kind, amount::text from balance_flow where balance_id = ${balanceId}`,
  changes: sql`select id, state, amount::text, content_hash, row_version from pending_change
    where kind = 'withdrawal' and about_id = ${balanceId}`,
  payee: sql`select id, status, row_version from settle_account where id = ${accountId}`,
  vouchers: sql`select v.id, sum(l.credit - l.debit)::text as off from gl_voucher v
    join gl_line l on l.tenant_id = v.tenant_id and l.voucher_id = v.id and l.account_code = '2241.03'
    join balance_flow f on f.tenant_id = v.tenant_id and v.ref_type = 'balance_flow' and v.ref_id = f.id
    where f.balance_id = ${balanceId} group by v.id`,
})

const balanceOf = ({ flows }: Stand) => sum(flows.map(({ amount }) => amount))
const waitingOf = (stand: Stand) => stand.changes.filter(({ state }) => state === 'waiting')

function stepsOf(): Step<Stand>[] {
  const ask = asking(backend)
  const on = ({ account: [{ id, row_version: rowVersion }] }: Stand) => ({ id, rowVersion })
  const clerks = ['cashier', 'cashier', 'cashier', 'finance_checker', 'shop_user'] as const
  const checkers = ['finance_checker', 'finance_checker2', 'cashier'] as const
  const waits = (stand: Stand) => waitingOf(stand).length > 0
  const topUp: Step<Stand> = {
    name: 'topUp',
    fits: (stand) => Number(balanceOf(stand)) < 100,
    take: (stand, draw) => {
      const amount = `${draw(100)}.${draw(10)}${draw(10)}`
      return ask(draw, balances.topUp, clerks, { ...on(stand), amount, reference: 'WALK', note: '' })
    },
  }
  const withdraw: Step<Stand> = {
    name: 'withdraw',
    fits: (stand) => !waits(stand) && Number(balanceOf(stand)) > 0,
    take: (stand, draw) => {
      // All of it, a cent more, or some.
      const all = balanceOf(stand)
      const amount = [all, sum([all, '0.01']), `${draw(60)}.${draw(10)}0`][draw(3)]
      const accountId = stand.payee[0].id + (draw(12) === 0 ? 1 : 0)
      return ask(draw, balances.withdraw, clerks, { ...on(stand), amount, accountId, reason: '退保证金' })
    },
  }
  const approve: Step<Stand> = {
    name: 'approve',
    fits: waits,
    take: async (stand, draw) => {
      const one = stand.changes.at(-1)
      if (!one) return []
      const values = { ids: [one.id], hashes: [one.content_hash], payPassword }
      return ask(draw, changes.approve, checkers, values)
    },
  }
  const decide = (name: 'refuse' | 'withdraw'): Step<Stand> => ({
    name,
    fits: waits,
    take: async (stand, draw) => {
      const one = stand.changes.at(-1)
      if (!one) return []
      const people = name === 'refuse' ? checkers : (['cashier', 'cashier2'] as const)
      return ask(draw, changes[name], people, { id: one.id, rowVersion: one.row_version, reason: '核对' })
    },
  })
  const stop: Step<Stand> = {
    name: 'stop',
    fits: () => false,
    take: async (stand, draw) => {
      if (draw(6) > 0) return []
      const [{ id, row_version: rowVersion }] = stand.payee
      return ask(draw, settleAccounts.stop, ['cashier'], { id, rowVersion, reason: '销户' })
    },
  }
  return [topUp, topUp, withdraw, withdraw, approve, approve, decide('refuse'), decide('withdraw'), stop]
}

function wrong(now: Stand, before: Stand): string[] {
  const found: string[] = []
  const say = (is: boolean, text: string) => {
    if (is) found.push(text)
  }
  const balance = balanceOf(now)
  const frozen = sum(waitingOf(now).map(({ amount }) => amount))
  say(Number(balance) < 0, `the balance is ${balance}`)
  say(Number(minus(balance, frozen)) < 0, `${frozen} waits of ${balance}`)
  say(waitingOf(now).length > 1, 'two wait at once')
  const paid = now.flows
    .filter(({ kind }) => kind === 'withdrawal')
    .map(({ amount }) => minus('0.00', amount))
  const approved = now.changes.filter(({ state }) => state === 'approved').map(({ amount }) => amount)
  say(paid.join() !== approved.join(), `${paid.join()} was paid, and ${approved.join()} approved`)
  say(
    now.vouchers.length !== now.flows.length,
    `${now.vouchers.length} vouchers of ${now.flows.length} flows`,
  )
  say(sum(now.vouchers.map(({ off }) => off)) !== balance, `the books do not say ${balance}`)
  const kept = now.flows.slice(0, before.flows.length)
  say(JSON.stringify(kept) !== JSON.stringify(before.flows), 'what moved is not what it was')
  const isNew = now.flows.slice(before.flows.length).some(({ kind }) => kind === 'withdrawal')
  say(isNew && before.payee[0].status === '已停用', 'paid to an account that was stopped')
  return found
}

const { first, last } = roomWalks

test(`wherever the walks ${first} to ${last} lead, no more leaves a deposit than is free`, async () => {
  const seen = new Set<string>()
  for (let seed = first; seed <= last; seed++) {
    const openingId = await openedShop(backend)
    const place = await inTenant(1, async () => {
      const [row] = await db()
        .select({ id: accountBalance.id, shopId: accountBalance.shopId })
        .from(accountBalance)
        .innerJoin(opening, eq(opening.shopId, accountBalance.shopId))
        .where(sql`${opening.id} = ${openingId} and ${accountBalance.kind} = 'deposit'`)
      const [account] = await db()
        .insert(settleAccount)
        .values({
          shopId: row?.shopId ?? 0,
          accountKind: 'deposit',
          holderName: '示例车行有限公司',
          accountNo: String(10_000_000 + seed),
          bankName: '示例银行',
          status: '已通过',
        })
        .returning({ id: settleAccount.id })
      return { balanceId: row?.id ?? 0, accountId: account?.id ?? 0 }
    })
    await walk<Stand>({
      seed,
      length: 25,
      parts: partsOf(place.balanceId, place.accountId),
      steps: stepsOf(),
      wrong: (now, before) => wrong(now, before),
      sees: ({ changes: all }) => {
        for (const { state } of all) seen.add(state)
      },
    })
  }
  if (last - first >= 11) expect([...seen].sort()).toEqual(['approved', 'refused', 'waiting', 'withdrawn'])
}, 7_200_000)
