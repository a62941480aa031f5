import { eq, sql } from 'drizzle-orm'
import { machineWalks } from '../../../../scripts/property-runs.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import type { Outcome } from '../../../platform/outside/outcome.ts'
import { giveUp, settle } from '../../../platform/outside/settle.ts'
import { outsideCall } from '../../../platform/outside/table.ts'
import { addDays, businessDate } from '../../../rules/business-date.ts'
import { attachments } from '../../materials/contract/attachments.ts'
import { papers } from '../../materials/contract/papers.ts'
import { isCollected, type SetStatus } from '../../materials/rules/material-sets.ts'
import { copyOrders, testPicture } from '../../orders/service/testing.ts'
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
  type Taken,
  timelineOf,
  tracks,
  uploading,
  voiding,
  walk,
  wrongTimeline,
} from '../../walks/testing.ts'
import {
  coverEnd,
  isInForce,
  isUnderway,
  type UnderwritingState,
  underwritingMoves,
  underwritingStates,
} from '../rules/underwriting.ts'
import { insuredOrder, passSet, wireInsurer } from './testing.ts'

/**
 * Random walks of an order between its papers and its insurers: answers that are late, twice, of another round or with
 * the number of another's policy. After each step submissions, papers and policy say the same.
 */
const stepsOfWalk = 24

let backend: TestBackend
let first: number
let picture: Uint8Array
beforeAll(async () => {
  // Nobody sends: what the insurer says, and when, is drawn.
  backend = await openTestBackend({ background: false })
  wireInsurer()
  first = await insuredOrder(backend)
  picture = await testPicture()
}, 90_000)
afterAll(() => backend.close())

type Submission = {
  id: number
  submit_no: string
  status: UnderwritingState
  insurer: string
  round: number
  asks: number
  silent: boolean
  policy_no: string | null
  outdated: boolean
  sum_insured: number
  premium: number
  answered_at: string | null
}
type Stand = {
  order: [OrderRow]
  submissions: Submission[]
  sets: { id: number; status: SetStatus }[]
  items: { id: number; material_type: string; files: number[]; item_status: string }[]
  policies: {
    id: number
    policy_no: string | null
    insurer: string
    premium: number
    insurer_status: string | null
  }[]
  calls: { id: number; once_key: string; status: string }[]
  log: Line[]
}
const partsOf = (orderId: number) => ({
  order: sql`select * from application where id = ${orderId}`,
  submissions: sql`select * from underwriting where order_id = ${orderId}`,
  sets: sql`select * from material_set where order_id = ${orderId} and kind = 'insurer'`,
  items: sql`select i.* from material_item i join material_set s on s.id = i.set_id
    where s.order_id = ${orderId} and s.kind = 'insurer'`,
  policies: sql`select * from insurance_policy where order_id = ${orderId} and ins_type = '6'`,
  calls: sql`select c.id, c.once_key, c.status from outside_call c join underwriting u on u.id = c.about_id
    where c.about_type = 'insurer' and u.order_id = ${orderId}`,
  log: timelineOf(orderId),
})

const today = businessDate(new Date())
const clerks = ['material_clerk', 'material_clerk', 'material_clerk', 'entry_clerk', 'cashier'] as const
const kind = 'insurer'
const on = ({ order: [{ id, row_version }] }: Stand) => ({ orderId: id, rowVersion: row_version })
const pages = ['performance_form', 'insurer_identity', 'insurer_consent']

/** Everything that an insurer may say to any question about the order that there ever was. */
async function answer({ calls, order: [{ id }] }: Stand, draw: Draw): Promise<Taken> {
  const call = calls[draw(Math.max(calls.length, 1))]
  if (!call) return []
  if (draw(6) === 0 && call.status !== 'done' && call.status !== 'failed')
    return outside(async () => {
      const [row] = await db().select().from(outsideCall).where(eq(outsideCall.id, call.id)).for('update')
      if (row) await giveUp(row, 'timed out')
    })
  const policyNo = draw(6) === 0 ? 'SHARED' : `LB-${id}-${call.id}`
  const made = {
    result: 'underwritten',
    policyNo,
    startDate: today,
    endDate: coverEnd(today, 3),
    reply: '同意承保',
    ...(draw(3) === 0 && { premium: '2900.00' }),
  }
  const said: [Outcome, ...Outcome[]] = [
    { result: 'pending' },
    { result: 'pending' },
    { result: 'error', note: 'timeout' },
    { result: 'refused', reason: '车辆不在承保范围' },
    { result: 'done', answer: { result: 'underwritten', reply: '没有保单号' } },
    { result: 'done', answer: { result: 'supplement', reply: '缺收入证明' } },
    { result: 'done', answer: { result: 'supplement' } },
    { result: 'done', answer: { result: 'rejected', reply: '不承保' } },
    { result: 'done', answer: made },
  ]
  const outcome = pick(draw, said)
  const times = draw(4) === 0 ? 2 : 1
  await Promise.all(
    Array.from({ length: times }, () =>
      inTenant(1, () => settle(call.id, { kind: 'callback', ms: 0 }, outcome)),
    ),
  )
  return 'outside'
}

function stepsOf(): Step<Stand>[] {
  const ask = asking(backend)
  const upload = uploading(backend)
  const fill: Step<Stand> = {
    name: 'fill',
    fits: ({ sets: [set] }) => isCollected(set?.status ?? '未上传'),
    async take({ order: [{ id: orderId }], items, sets: [set] }, draw) {
      const answers: Answer[] = []
      const lacks = pages.filter((page) => {
        const item = items.find(({ material_type }) => material_type === page)
        return !item || item.files.length === 0 || item.item_status === '不合格'
      })
      // Everything that came back as a whole has another paper added.
      const wanted = lacks.length > 0 || set?.status !== '退回' ? lacks : ['insurer_income']
      for (const materialType of wanted)
        answers.push(
          ...(await upload(attachments.upload, pick(draw, clerks), { orderId, kind, materialType }, picture)),
        )
      return answers
    },
  }
  const handIn: Step<Stand> = {
    name: 'handIn',
    fits: ({ sets: [set] }) => set?.status === '上传中',
    take: (stand, draw) => ask(draw, papers.submit, clerks, { ...on(stand), kind }),
  }
  const pass: Step<Stand> = {
    name: 'pass',
    fits: ({ sets: [set] }) => set?.status === '待审核',
    take: (stand, draw) => ask(draw, papers.pass, clerks, { ...on(stand), kind }),
  }
  const submit: Step<Stand> = {
    name: 'submit',
    fits: ({ sets: [set], submissions }) => {
      const { status = '未提交', outdated = false } = submissions.at(-1) ?? {}
      return set?.status === '通过' && !isInForce({ status, outdated }) && !isUnderway(status)
    },
    take: (stand, draw) =>
      ask(draw, papers.submitInsurer, clerks, {
        ...on(stand),
        insurer: pick(draw, ['DEMO1', 'DEMO1', 'DEMO2', 'NOBODY']),
        startDate: draw(8) === 0 ? addDays(today, -1) : today,
      }),
  }
  const said: Step<Stand> = {
    name: 'said',
    fits: ({ submissions }) => submissions.some(({ status }) => isUnderway(status)),
    take: answer,
  }
  return [
    fill,
    fill,
    handIn,
    handIn,
    pass,
    pass,
    submit,
    submit,
    submit,
    submit,
    said,
    said,
    said,
    said,
    {
      name: 'ask',
      fits: ({ submissions }) => submissions.some(({ silent }) => silent),
      take: (stand, draw) => ask(draw, papers.askInsurer, clerks, on(stand)),
    },
    {
      name: 'expire',
      fits: () => false,
      take: async (stand, draw) =>
        draw(2) > 0 ? [] : ask(draw, papers.expire, clerks, { ...on(stand), kind, reason: '材料过期' }),
    },
    {
      name: 'changeTerms',
      fits: ({ submissions }) => submissions.length > 0,
      take: async (stand, draw) => {
        const [{ approved_amount, approved_term }] = stand.order
        if (draw(3) > 0 || approved_amount === null) return []
        return ask(draw, riskApproval.changeTerms, ['entry_clerk', 'cashier'], {
          ...on(stand),
          amount: (Number(approved_amount) - 500).toFixed(2),
          term: approved_term ?? 0,
          reason: '客户自付更多',
        })
      },
    },
    voiding(ask, on, 6),
  ]
}

/** An insurer stands for a loan that the order has not any more. */
const isFormer = ({ status, outdated }: Submission) => status === '承保' && outdated

function wrong(now: Stand, before: Stand, audited: readonly Audited[]): string[] {
  const found: string[] = []
  const say = (is: boolean, text: string) => {
    if (is) found.push(text)
  }
  const [{ status: orderStatus }] = now.order
  const isVoid = orderStatus === 'voided'
  for (const was of before.submissions) {
    const is = now.submissions.find(({ id }) => id === was.id)
    // An answer is two moves: it looked, and said so.
    say(
      !is || !leadsTo(underwritingMoves, was.status, is.status),
      `${was.submit_no} went from ${was.status} to ${is?.status}`,
    )
    say(is !== undefined && is.round < was.round, 'a round goes back')
    const said = is !== undefined && was.status !== is.status && is.status !== '核保中'
    say(said && audited.length === 0, `${was.status} → ${is?.status} is not audited`)
  }
  // Everything that no insurer took, or one refused, may go to another, and so may a loan that is another one by now.
  const over: readonly UnderwritingState[] = ['拒保', '提交失败']
  say(
    now.submissions.slice(0, -1).some((one) => !over.includes(one.status) && !isFormer(one)),
    'two insurers at once',
  )
  const newest = now.submissions.at(-1)
  for (const { submit_no, status, round, asks, silent, answered_at, policy_no } of now.submissions) {
    say((status === '承保') !== (policy_no !== null), `${submit_no} ${status} with policy ${policy_no}`)
    say((answered_at !== null) === isUnderway(status), `${submit_no} ${status} answered at ${answered_at}`)
    say(silent && !isUnderway(status), `${submit_no} ${status} is silent`)
    const asked = now.calls.filter(({ once_key }) => once_key.startsWith(`${submit_no}/${round}.`))
    say(
      asked.length !== asks,
      `${submit_no} was asked ${asked.length} times in its round, and counts ${asks}`,
    )
  }
  const policies = now.policies.filter(({ policy_no }) => policy_no)
  if (!isVoid) {
    const isInsured = newest?.status === '承保' && !newest.outdated
    say(isInsured !== (policies.length === 1), `${policies.length} policies of ${newest?.status}`)
    const [policy] = policies
    say(policy !== undefined && policy.policy_no !== newest?.policy_no, 'the policy is of another submission')
    say(policy !== undefined && policy.premium !== newest?.premium, 'the policy has another premium')
    const [{ approved_amount: approved }] = now.order
    say(isInsured && Number(newest?.sum_insured) !== Number(approved), 'an insurer stands for another amount')
  }
  const was = before.submissions.at(-1)
  const [set] = now.sets
  const cameBack = newest?.status === '补充资料' && was?.status !== '补充资料'
  say(cameBack && !isVoid && set?.status === '通过', 'the insurer misses papers that still count as passed')
  const fresh = now.submissions.length > before.submissions.length || (newest?.round ?? 0) > (was?.round ?? 0)
  say(fresh && before.sets[0]?.status !== '通过', `submitted with papers ${before.sets[0]?.status}`)
  return [...found, ...wrongTimeline(now, before, audited)]
}

const { first: from, last } = machineWalks

test(`wherever the walks ${from} to ${last} lead, submissions, papers and policy agree`, async () => {
  const seen = tracks<UnderwritingState>()
  for (let seed = from; seed <= last; seed++) {
    const [orderId = 0] = await copyOrders(first)
    // Mostly from where its insurer can be asked.
    if (seed % 4 > 0) await passSet(backend, orderId)
    await walk<Stand>({
      seed,
      length: stepsOfWalk,
      parts: partsOf(orderId),
      steps: stepsOf(),
      wrong,
      sees: (now, before) => seen.see(now.submissions, before?.submissions),
    })
  }
  // 未提交 is before there is one.
  expectReached(seen, {
    some: ['已提交', '核保中', '承保'],
    all: underwritingStates.filter((state) => state !== '未提交'),
    by: underwritingMoves,
    seldom: ['提交失败 → 核保中'],
  })
}, 7_200_000)
