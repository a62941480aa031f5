import { sql } from 'drizzle-orm'
import { roomWalks } from '../../../../scripts/property-runs.ts'
import type { Endpoint } from '../../../platform/contract/endpoint.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { asking, leadsTo, type Step, walk } from '../../walks/testing.ts'
import { openings } from '../contract.ts'
import {
  type InForce,
  type OpeningState,
  type OpeningStep,
  openingMoves,
  openingStates,
} from '../rules/opening.ts'
import { fillPapers, shopOpening } from './testing.ts'

/** Random walks of a shop's opening through its verbs, by whoever comes: what holds of 2.7 wherever they lead. */

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend()
}, 60_000)
afterAll(() => backend.close())

type Row = {
  id: number
  row_version: number
  status: OpeningState
  in_force: InForce | null
  pending: object | null
  content: { name: string; account: string }
  name: string
  submitted_by: number | null
  first_by: number | null
  shop_id: number | null
}
type Shop = { id: number; status: string; name: string; stop_reason: string | null }
type User = { id: number; status: string }
type Stand = {
  opening: readonly [Row]
  shop: readonly Shop[]
  users: readonly User[]
  accounts: readonly object[]
}

const partsOf = (id: number) => ({
  opening: sql`select id, row_version, status, in_force, pending, content, name, submitted_by, first_by, shop_id
    from opening where id = ${id}`,
  shop: sql`select s.id, s.status, s.name, s.stop_reason from shop s join opening o on o.shop_id = s.id where o.id = ${id}`,
  users: sql`select u.id, u.status from sys_user u join opening o on o.content ->> 'account' = u.account where o.id = ${id}`,
  accounts: sql`select b.id from account_balance b join opening o on o.shop_id = b.shop_id where o.id = ${id}`,
})

const people = ['channel_mgr', 'branch_mgr', 'risk_manager', 'cashier'] as const
const likely: Partial<Record<OpeningStep, readonly [string, ...string[]]>> = {
  submit: ['channel_mgr'],
  save: ['channel_mgr'],
  change: ['channel_mgr'],
  withdraw: ['channel_mgr'],
}

function stepsOf(): Step<Stand>[] {
  const ask = asking(backend)
  const fits = (step: OpeningStep) => (stand: Stand) =>
    openingMoves.some((move) => move.step === step && move.from === stand.opening[0].status)
  const on = ({ opening: [{ id, row_version: rowVersion }] }: Stand) => ({ id, rowVersion })
  const verb = (step: OpeningStep, endpoint: Endpoint, values: object = {}): Step<Stand> => ({
    name: step,
    fits: fits(step),
    take: (stand, draw) =>
      ask(draw, endpoint, draw(3) > 0 ? (likely[step] ?? people) : people, { ...on(stand), ...values }),
  })
  const save: Step<Stand> = {
    name: 'change',
    fits: (stand) => fits('save')(stand) || fits('change')(stand),
    take: (stand, draw) =>
      ask(draw, openings.saveShop, ['channel_mgr'], {
        ...on(stand),
        ...stand.opening[0].content,
        ...(draw(2) === 0
          ? { name: `${stand.opening[0].content.name.slice(0, 20)}${draw(1_000_000)}` }
          : { address: `示例路${draw(1_000_000)}号` }),
      }),
  }
  const reason = { reason: '核对资料' }
  return [
    verb('submit', openings.submit),
    verb('submit', openings.submit),
    verb('approve', openings.approve, { note: '' }),
    verb('approve', openings.approve, { note: '' }),
    verb('approve', openings.approve, { note: '' }),
    save,
    save,
    verb('refuse', openings.refuse, reason),
    verb('withdraw', openings.withdraw),
    verb('suspend', openings.suspend, reason),
    verb('resume', openings.resume, { note: '' }),
    verb('resume', openings.resume, { note: '' }),
    verb('close', openings.close, reason),
  ]
}

const moves = Object.fromEntries(
  openingStates.map((from) => [
    from,
    openingMoves.flatMap(({ from: of, to }) =>
      of !== from ? [] : to === 'inForce' ? (['已开通', '暂停'] as const) : [to],
    ),
  ]),
) as unknown as Record<OpeningState, readonly OpeningState[]>

function wrong(now: Stand, before: Stand): string[] {
  const found: string[] = []
  const say = (is: boolean, text: string) => {
    if (is) found.push(text)
  }
  const [row] = now.opening
  const [was] = before.opening
  say(!leadsTo(moves, was.status, row.status), `${was.status} → ${row.status}`)
  say((row.pending !== null) !== (row.status === '变更待审'), `${row.status} with a change that waits`)
  const opened = row.in_force !== null
  say(opened !== (now.shop.length === 1), `${row.in_force}, and ${now.shop.length} shops`)
  say(opened !== (now.users.length === 1), `${row.in_force}, and ${now.users.length} users`)
  say(opened !== (now.accounts.length === 2), `${row.in_force}, and ${now.accounts.length} accounts`)
  say(was.in_force !== null && !opened, 'what was open was never opened')
  for (const { status, name, stop_reason } of now.shop) {
    say(status !== row.in_force, `the shop is ${status}, its opening ${row.in_force}`)
    say(name !== row.content.name || name !== row.name, `the shop is called ${name}`)
    say((status === '已开通') !== (stop_reason === null), `${status} because of ${stop_reason}`)
  }
  say(row.first_by !== null && row.first_by === row.submitted_by, 'who submitted it reviewed it')
  say(
    row.status === '已关闭' && was.status === '已关闭' && row.row_version !== was.row_version,
    'closed, and moved',
  )
  return found
}

const { first, last } = roomWalks

test(`wherever the walks ${first} to ${last} lead, a shop is what its reviews say`, async () => {
  const seen = new Set<OpeningState>()
  for (let seed = first; seed <= last; seed++) {
    const { id } = await backend.as('channel_mgr').call(openings.saveShop, shopOpening())
    await fillPapers(id)
    await walk<Stand>({
      seed,
      length: 25,
      parts: partsOf(id),
      steps: stepsOf(),
      wrong: (now, before) => wrong(now, before),
      sees: (now) => seen.add(now.opening[0].status),
    })
  }
  if (last - first >= 11) expect([...seen].sort()).toEqual([...openingStates].sort())
}, 7_200_000)
