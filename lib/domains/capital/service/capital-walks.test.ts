import { eq, sql } from 'drizzle-orm'
import { drawer, machineWalks } from '../../../../scripts/property-runs.ts'
import { changes } from '../../../platform/changes/contract.ts'
import type { ChangeState } from '../../../platform/changes/rules/pending-change.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import type { Outcome } from '../../../platform/outside/outcome.ts'
import { giveUp, settle } from '../../../platform/outside/settle.ts'
import { outsideCall } from '../../../platform/outside/table.ts'
import { minus } from '../../../rules/money.ts'
import type { MilestoneCode } from '../../identity/rules/milestones.ts'
import { attachments } from '../../materials/contract/attachments.ts'
import { papers } from '../../materials/contract/papers.ts'
import {
  hasPassed,
  isCollected,
  isInReview,
  paperStatuses,
  papersOf,
  type SetStatus,
} from '../../materials/rules/material-sets.ts'
import { lockAnyOrder } from '../../orders/service/move-order.ts'
import { stampMilestone } from '../../orders/service/stamp-milestone.ts'
import { testPicture } from '../../orders/service/testing.ts'
import { product } from '../../products/table.ts'
import { riskApproval } from '../../risk/contract/approval.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import {
  type Answer,
  type Audited,
  asking,
  type Draw,
  expectReached,
  type Line,
  leadsTo,
  type OrderRow,
  outside,
  pick,
  type Step,
  stampOf,
  type Taken,
  timelineOf,
  tracks,
  uploading,
  voiding,
  walk,
  wrongGates,
  wrongTimeline,
} from '../../walks/testing.ts'
import { capitalOrders } from '../contract.ts'
import {
  type CapitalState,
  capitalMoves,
  capitalStates,
  isAgreed,
  isAsked,
  isCancelled,
  isRejected,
  isToPushAgain,
  isToSupplement,
  liveCapitalStates,
} from '../rules/capital-order.ts'
import { copiesOf, newFunder, pushableOrder, wireFunder } from './testing.ts'

/**
 * Random walks of an order between us and its funders: pushed, answered late, twice or by another round, come back for
 * papers, rejected, sent to another funder, changed meanwhile. After each step order, pushes, papers and milestone agree.
 */
const stepsOfWalk = 26

let backend: TestBackend
let funders: [number, ...number[]]
let first: number
let picture: Uint8Array
beforeAll(async () => {
  // Nobody sends: what the funder says, and when, is drawn.
  backend = await openTestBackend({ background: false })
  wireFunder()
  const byHand = await newFunder()
  // One that takes nobody, two that answer by themselves.
  funders = [
    byHand,
    await newFunder({ online: true }),
    await newFunder({ ageRange: '98-99' }),
    await newFunder({ online: true }),
  ]
  first = await pushableOrder(backend, byHand)
  picture = await testPicture()
  await inTenant(1, () => db().update(product).set({ capitalIds: null }))
}, 90_000)
afterAll(() => backend.close())

type Stand = {
  order: [OrderRow & { readonly capital_id: number | null }]
  pushes: Push[]
  sets: { id: number; status: SetStatus }[]
  items: { id: number; material_type: string; files: number[]; item_status: string }[]
  calls: { id: number; once_key: string; status: string }[]
  log: Line[]
  consents: {
    id: number
    about_id: number
    state: ChangeState
    content_hash: string
    made_by: number
    decided_by: number | null
  }[]
}
type Push = {
  id: number
  push_no: string
  capital_id: number
  status: CapitalState
  round: number
  amount: number
  approved_amount: number | null
  capital_order_no: string | null
  answered_at: string | null
  reply: string | null
  silent: boolean
}

const partsOf = (orderId: number) => ({
  order: sql`select * from application where id = ${orderId}`,
  pushes: sql`select * from capital_order where order_id = ${orderId}`,
  sets: sql`select * from material_set where order_id = ${orderId} and kind = 'capital'`,
  items: sql`select i.* from material_item i join material_set s on s.id = i.set_id
    where s.order_id = ${orderId} and s.kind = 'capital'`,
  calls: sql`select c.id, c.once_key, c.status from outside_call c join capital_order p
    on starts_with(c.once_key, p.push_no || '/') where c.port = 'funder' and p.order_id = ${orderId}`,
  log: timelineOf(orderId),
  consents: sql`select * from pending_change where kind = 'funder' and order_id = ${orderId}`,
})

const statusOf = ({ order: [{ status }] }: Stand) => status
/** The newest push to whoever the funder is now: one to a former funder is history. */
const ownOf = ({ order: [{ capital_id }], pushes }: Stand) =>
  pushes.filter((push) => push.capital_id === capital_id).at(-1)
const setOf = ({ sets: [set] }: Stand): SetStatus => set?.status ?? '未上传'
const on = ({ order: [{ id, row_version }] }: Stand) => ({ orderId: id, rowVersion: row_version })

const results = ['pass', 'return', 'reject'] as const
const waits = ({ consents }: Stand) => consents.find(({ state }) => state === 'waiting')
/** Ours, or one that another order has already. */
const numberOf = (id: number, draw: Draw) => (draw(6) === 0 ? 'SHARED' : `N-${id}`)

/** Everything that a funder may say to any call of the order that there ever was. */
async function answer({ calls }: Stand, draw: Draw): Promise<Taken> {
  const open = calls.filter(({ status }) => status === 'queued')
  const among = open.length > 0 && draw(4) > 0 ? open : calls
  const heard = among[draw(Math.max(among.length, 1))]
  if (!heard) return []
  if (draw(6) === 0 && heard.status !== 'done' && heard.status !== 'failed')
    return outside(async () => {
      const [row] = await db().select().from(outsideCall).where(eq(outsideCall.id, heard.id)).for('update')
      if (row) await giveUp(row, 'timed out')
    })
  const said: [Outcome, ...Outcome[]] = [
    { result: 'pending' },
    { result: 'pending' },
    { result: 'error', note: 'timeout' },
    { result: 'refused', reason: '客户不符合准入条件' },
    { result: 'done', answer: { result: 'cancelled' } },
    ...[0, 1, 2].map((): Outcome => {
      // Sometimes less than was asked for.
      const less = draw(5) === 0 && { approvedAmount: '1.00' }
      const capitalOrderNo = numberOf(heard.id, draw)
      return {
        result: 'done',
        answer: { result: pick(draw, results), reply: '随机', capitalOrderNo, ...less },
      }
    }),
  ]
  const outcome = pick(draw, said)
  // Its callback and our question may bring it in the same moment.
  await Promise.all(
    Array.from({ length: draw(4) === 0 ? 2 : 1 }, () =>
      inTenant(1, () => settle(heard.id, { kind: 'callback', ms: 0 }, outcome)),
    ),
  )
  return 'outside'
}

const checkers = ['finance_checker', 'finance_checker2', 'capital_mgr'] as const
const pushers = ['capital_mgr', 'capital_mgr', 'capital_mgr', 'cashier'] as const
const clerks = ['material_clerk', 'material_clerk', 'cashier'] as const

function stepsOf(): Step<Stand>[] {
  const ask = asking(backend)
  const upload = uploading(backend)
  const bad = ({ order: [{ template_code: templateCode }], items }: Stand) =>
    papersOf('capital', { templateCode }).filter(({ materialType, required }) => {
      const item = items.find(({ material_type }) => material_type === materialType)
      return required && (!item || item.files.length === 0 || item.item_status === '不合格')
    })
  const kind = 'capital' as const
  const push: Step<Stand> = {
    name: 'push',
    fits: (stand) => {
      const own = ownOf(stand)
      return (
        statusOf(stand) === 'preparing' &&
        hasPassed(setOf(stand)) &&
        (own === undefined || isToPushAgain(own.status) || isCancelled(own.status))
      )
    },
    take: (stand, draw) => ask(draw, capitalOrders.push, pushers, on(stand)),
  }
  const funder: Step<Stand> = {
    name: 'funder',
    fits: (stand) => statusOf(stand) === 'wait_funder' && stand.calls.length > 0,
    take: answer,
  }
  const fill: Step<Stand> = {
    name: 'fill',
    fits: (stand) => isCollected(setOf(stand)) && bad(stand).length > 0,
    async take(stand, draw) {
      const answers: Answer[] = []
      for (const { materialType } of bad(stand))
        answers.push(
          ...(await upload(
            attachments.upload,
            pick(draw, clerks),
            { orderId: stand.order[0].id, kind, materialType },
            picture,
          )),
        )
      return answers
    },
  }
  const submit: Step<Stand> = {
    name: 'submit',
    fits: (stand) => setOf(stand) === '上传中' && bad(stand).length === 0,
    take: (stand, draw) => ask(draw, papers.submit, clerks, { ...on(stand), kind }),
  }
  const pass: Step<Stand> = {
    name: 'pass',
    fits: (stand) => isInReview(setOf(stand)),
    take: (stand, draw) => ask(draw, papers.pass, pushers, { ...on(stand), kind }),
  }
  const check: Step<Stand> = {
    name: 'check',
    fits: (stand) => waits(stand) !== undefined,
    async take(stand, draw) {
      const change = waits(stand)
      if (!change) return []
      const { id, content_hash } = change
      return draw(4) === 0
        ? ask(draw, changes.refuse, checkers, { id, rowVersion: 1, reason: '凭证不清' })
        : ask(draw, changes.approve, checkers, { ids: [id], hashes: [content_hash] })
    },
  }
  return [
    push,
    push,
    push,
    funder,
    funder,
    funder,
    funder,
    fill,
    fill,
    submit,
    submit,
    pass,
    pass,
    check,
    check,
    {
      name: 'judge',
      fits: (stand) => isInReview(setOf(stand)),
      take: async (stand, draw) => {
        const item = stand.items[draw(Math.max(stand.items.length, 1))]
        if (!item) return []
        return ask(draw, papers.judge, pushers, {
          orderId: stand.order[0].id,
          kind,
          itemId: item.id,
          good: draw(2) === 0,
          note: '看不清',
          files: item.files,
        })
      },
    },
    {
      name: 'giveBack',
      fits: ({ items }) => items.some(({ item_status }) => item_status === '不合格'),
      take: (stand, draw) => ask(draw, papers.giveBack, pushers, { ...on(stand), kind, reason: '看不清' }),
    },
    {
      name: 'expire',
      fits: () => false,
      take: (stand, draw) =>
        draw(3) > 0
          ? Promise.resolve([])
          : ask(draw, papers.expire, pushers, { ...on(stand), kind, reason: '授权书已过期' }),
    },
    {
      name: 'result',
      fits: (stand) => statusOf(stand) === 'wait_funder',
      take: (stand, draw) => {
        const result = pick(draw, results)
        const capitalOrderNo = numberOf(stand.order[0].id, draw)
        if (result !== 'pass')
          return ask(draw, capitalOrders.result, pushers, {
            ...on(stand),
            result,
            capitalOrderNo,
            reply: draw(4) === 0 ? '' : '随机',
          })
        const approvedAmount = draw(5) === 0 ? '1.00' : Number(stand.order[0].approved_amount).toFixed(2)
        return upload(
          capitalOrders.consent,
          pick(draw, pushers),
          { ...on(stand), capitalOrderNo, approvedAmount },
          picture,
        )
      },
    },
    {
      name: 'reroute',
      // Everything that waits to be pushed again goes to another one, too.
      fits: (stand) =>
        statusOf(stand) === 'funder_rejected' ||
        (statusOf(stand) === 'preparing' && isToPushAgain(ownOf(stand)?.status ?? '已推送')),
      take: (stand, draw) =>
        ask(draw, capitalOrders.reroute, pushers, {
          ...on(stand),
          capitalId: pick(draw, funders),
          reason: '换一家',
        }),
    },
    {
      name: 'withdraw',
      fits: (stand) =>
        isAgreed(ownOf(stand)?.status ?? '待推送') &&
        (statusOf(stand) === 'preparing' || statusOf(stand) === 'wait_release'),
      take: (stand, draw) =>
        // Not each consent is taken back: others go on to the release.
        draw(3) > 0
          ? Promise.resolve([])
          : ask(draw, capitalOrders.withdraw, pushers, { ...on(stand), reason: '客户新增逾期' }),
    },
    {
      name: 'changeTerms',
      fits: () => false,
      async take(stand, draw) {
        const { approved_amount, approved_term } = stand.order[0]
        if (draw(3) > 0) return []
        return ask(draw, riskApproval.changeTerms, ['entry_clerk', 'entry_clerk', 'cashier'], {
          ...on(stand),
          amount: minus(Number(approved_amount ?? 0).toFixed(2), '100.00'),
          term: Number(approved_term),
          reason: '客户自付更多',
        })
      },
    },
    {
      // The other gates open or close.
      name: 'gates',
      fits: (stand) => statusOf(stand) === 'preparing' && isAgreed(ownOf(stand)?.status ?? '待推送'),
      take: ({ order: [{ id }] }, draw) =>
        outside(async () => {
          const at = draw(3) === 0 ? null : new Date().toISOString()
          for (const code of others) {
            const order = await lockAnyOrder(id, undefined)
            if (order) await stampMilestone(order, code, at, { actor: { id: 0 }, now: new Date() })
          }
        }),
    },
    voiding(ask, on, 6),
  ]
}
const others: readonly MilestoneCode[] = [
  'card',
  'econtract',
  'first_payment',
  'insurance',
  'gps',
  'mortgage',
]

function wrong(now: Stand, before: Stand, audited: readonly Audited[]): string[] {
  const found: string[] = []
  const say = (is: boolean, text: string) => {
    if (is) found.push(text)
  }
  const [order] = now.order
  const { status } = order
  const own = ownOf(now)
  for (const push of now.pushes) {
    const was = before.pushes.find(({ id }) => id === push.id)
    const { push_no, round, answered_at, reply, approved_amount, capital_order_no } = push
    say(was === undefined && push.status !== '已推送', `${push_no} begins as ${push.status}`)
    if (was) {
      say(!leadsTo(capitalMoves, was.status, push.status), `${push_no}: ${was.status} → ${push.status}`)
      const again = isToPushAgain(was.status) && isAsked(push.status)
      say(round !== was.round + Number(again), `${push_no} went from round ${was.round} to ${round}`)
    }
    say(isAsked(push.status) && answered_at !== null, `${push_no} ${push.status} answered at ${answered_at}`)
    say(push.silent && !isAsked(push.status), `${push_no} ${push.status} is silent`)
    say(
      (isToSupplement(push.status) || isRejected(push.status)) && !reply,
      `${push_no} ${push.status} without a word`,
    )
    say(
      isAgreed(push.status) && (approved_amount === null || approved_amount < push.amount),
      `${push_no} passed with ${approved_amount} of ${push.amount}`,
    )
    // Of a push to somebody else nothing is left open.
    say(
      push.capital_id !== order.capital_id && !isRejected(push.status) && !isCancelled(push.status),
      `${push_no} is ${push.status} with a former funder`,
    )
    say(
      push.id === own?.id &&
        capital_order_no === 'SHARED' &&
        !isAgreed(push.status) &&
        status === 'wait_release',
      'unpassed number',
    )
  }
  for (const { about_id, state, made_by, decided_by } of now.consents) {
    const push = now.pushes.find(({ id }) => id === about_id)
    say(state === 'waiting' && !isAsked(push?.status ?? '取消'), `a consent waits of a push ${push?.status}`)
    say(
      state === 'approved' && (decided_by === null || decided_by === made_by),
      'a consent is its maker’s own',
    )
  }
  say(
    now.pushes.filter((push) => liveCapitalStates.includes(push.status)).length > 1,
    'two pushes that count',
  )
  say(
    (status === 'wait_funder') !== (own !== undefined && isAsked(own.status)),
    `${status} with a push ${own?.status}`,
  )
  say(
    status !== 'voided' &&
      (stampOf(order, 'funder') !== null) !== (own !== undefined && isAgreed(own.status)),
    `milestone ${stampOf(order, 'funder')} of a push ${own?.status}`,
  )
  say(status === 'funder_rejected' && own?.status !== '拒绝', `rejected by a push ${own?.status}`)
  const was = before.pushes.find(({ id }) => id === own?.id)
  say(
    own !== undefined && isToSupplement(own.status) && was?.status !== own.status && hasPassed(setOf(now)),
    'the funder misses papers that still count as passed',
  )
  const isPushed = own !== undefined && isAsked(own.status) && own.round !== was?.round
  say(isPushed && !hasPassed(setOf(before)), `pushed with papers ${setOf(before)}`)
  return [...found, ...wrongGates(order, true), ...wrongTimeline(now, before, audited)]
}

/** The list of the funders' papers finds an order by the state of its newest push to its funder, and by no other. */
async function checkListed({ order: [order], pushes }: Stand, draw: Draw): Promise<void> {
  const own = pushes.filter(({ capital_id }) => capital_id === order.capital_id).at(-1)?.status ?? '待推送'
  const other = pick(draw, capitalStates)
  for (const capitalStatus of new Set([own, other])) {
    const asked = { capitalStatus, q: String(order.order_no), length: 100 }
    const { data } = await backend.as('capital_mgr').call(papers.capitalList, asked)
    expect([capitalStatus, data.some(({ id }) => id === order.id)]).toEqual([
      capitalStatus,
      capitalStatus === own && (paperStatuses as readonly string[]).includes(order.status),
    ])
  }
}

const { first: from, last } = machineWalks

test(`wherever the walks ${from} to ${last} lead, an order, its pushes, papers and milestone agree`, async () => {
  const seen = tracks<CapitalState>()
  for (let seed = from; seed <= last; seed++) {
    const [orderId = 0] = await copiesOf(first, 1)
    // By hand and over an interface; and with a number by which it is found.
    await inTenant(1, () =>
      db().execute(sql`update application set capital_id = ${funders[seed % 2]},
        order_no = ${`WALK${String(seed).padStart(8, '0')}`} where id = ${orderId}`),
    )
    const stand = await walk<Stand>({
      seed,
      length: stepsOfWalk,
      parts: partsOf(orderId),
      steps: stepsOf(),
      wrong,
      sees: (now, before) => seen.see(now.pushes, before?.pushes),
    })
    await checkListed(stand, drawer(seed))
  }
  expectReached(seen, {
    some: ['已推送', '审批通过', '拒绝'],
    all: capitalStates,
    by: capitalMoves,
    seldom: ['资方审核中 → 取消'],
  })
}, 7_200_000)
