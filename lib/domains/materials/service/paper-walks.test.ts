import { sql } from 'drizzle-orm'
import { machineWalks } from '../../../../scripts/property-runs.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import type { JobRun } from '../../../platform/jobs/jobs.ts'
import { addDays, businessDate } from '../../../rules/business-date.ts'
import type { MilestoneCode } from '../../identity/rules/milestones.ts'
import { lockAnyOrder } from '../../orders/service/move-order.ts'
import { stampMilestone } from '../../orders/service/stamp-milestone.ts'
import { copyOrders, testPicture } from '../../orders/service/testing.ts'
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
  timelineOf,
  tracks,
  uploading,
  voiding,
  walk,
  wrongGates,
  wrongTimeline,
} from '../../walks/testing.ts'
import { attachments } from '../contract/attachments.ts'
import { papers } from '../contract/papers.ts'
import {
  isCollected,
  isDone,
  isExtra,
  papersOf,
  type SetStatus,
  setStatuses,
} from '../rules/material-sets.ts'
import { type MortgageStatus, mortgageStatuses } from '../rules/mortgage.ts'
import { lackingPolicies, type PolicyStatus, policyNeeds, policyStatuses } from '../rules/policy.ts'
import { asReleased, preparingOrder, testMortgage, testPolicy, testRegistration } from './testing.ts'
import { watchPolicies } from './watch-policies.ts'

/**
 * Random walks of papers with the forms beside them: insurance and its policies, mortgage, what comes after the release.
 * After each step set, papers, policies, mortgage, task, milestone and order say the same.
 */
const stepsOfWalk = 24
const kinds = ['insurance', 'mortgage', 'new_extra', 'used_extra'] as const
type Kind = (typeof kinds)[number]

let backend: TestBackend
let first: number
let picture: Uint8Array
beforeAll(async () => {
  backend = await openTestBackend({ background: false })
  const gates: MilestoneCode[] = ['first_payment', 'gps']
  first = (await preparingOrder(backend, gates)).orderId
  picture = await testPicture()
}, 90_000)
afterAll(() => backend.close())

/** An order of its own with a car of its own, of which nothing was handed in. */
async function walkedOrder(kind: Kind): Promise<number> {
  const [orderId = 0] = await copyOrders(first)
  await inTenant(1, async () => {
    const { rows } = await db().execute<{ id: number }>(sql`
      insert into vehicle (kind, brand, series, model)
      select v.kind, v.brand, v.series, v.model from vehicle v join application a on a.vehicle_id = v.id
      where a.id = ${first} returning id`)
    await db().execute(sql`update application set vehicle_id = ${Number(rows[0]?.id)} where id = ${orderId}`)
  })
  if (isExtra(kind)) await asReleased(orderId, kind === 'new_extra' ? 'new' : 'used')
  return orderId
}

type Stand = {
  order: [OrderRow]
  sets: {
    id: number
    status: SetStatus
    required_count: number
    done_count: number
    submit_by: number | null
    reviewer_id: number | null
  }[]
  items: Item[]
  versions: { id: number; item_id: number; version: number }[]
  policies: Policy[]
  mortgages: { id: number; status: MortgageStatus; reg_no: string | null; done_at: string | null }[]
  cars: { id: number; registered_on: string | null }[]
  tasks: { id: number; kind: string; done_at: string | null }[]
  files: { id: number }[]
  log: Line[]
}
type Item = {
  id: number
  material_type: string
  required: boolean
  min_files: number
  files: number[]
  item_status: string
  version: number
}
type Policy = {
  id: number
  status: PolicyStatus
  policy_no: string | null
  start_date: string | null
  end_date: string | null
  ins_type: string
}

const partsOf = (orderId: number, kind: Kind) => ({
  order: sql`select * from application where id = ${orderId}`,
  sets: sql`select * from material_set where order_id = ${orderId} and kind = ${kind}`,
  items: sql`select i.* from material_item i join material_set s on s.id = i.set_id
    where s.order_id = ${orderId} and s.kind = ${kind}`,
  versions: sql`select v.id, v.item_id, v.version from material_version v join material_item i on i.id = v.item_id
    join material_set s on s.id = i.set_id where s.order_id = ${orderId} and s.kind = ${kind}`,
  policies: sql`select * from insurance_policy where order_id = ${orderId}`,
  mortgages: sql`select * from mortgage where order_id = ${orderId}`,
  cars: sql`select v.id, v.registered_on from vehicle v join application a on a.vehicle_id = v.id where a.id = ${orderId}`,
  tasks: sql`select id, kind, done_at from release_task where order_id = ${orderId} and ended_at is null`,
  files: sql`select id from attachment where order_id = ${orderId}`,
  log: timelineOf(orderId),
})

const today = businessDate(new Date())
const uploaders = ['material_clerk', 'entry_clerk', 'entry_clerk', 'cashier'] as const
const reviewers = ['material_clerk', 'material_clerk', 'material_clerk', 'entry_clerk'] as const

const job = {
  id: 1,
  tenantId: 1,
  done: 0,
  total: null,
  signal: new AbortController().signal,
  progress: async () => undefined,
  step: (work: () => Promise<unknown>) => inTenant(1, work),
} as JobRun

/** Policies whose end something follows from; those in review are judged by it. */
const ending: readonly PolicyStatus[] = ['待审核', '通过', '将到期']

const setOf = ({ sets: [set] }: Stand): SetStatus => set?.status ?? '未上传'

function stepsOf(kind: Kind): Step<Stand>[] {
  const ask = asking(backend)
  const upload = uploading(backend)
  const on = ({ order: [{ id, row_version }] }: Stand) => ({ orderId: id, kind, rowVersion: row_version })
  const file = (orderId: number, materialType: string, draw: Draw) =>
    upload(attachments.upload, pick(draw, uploaders), { orderId, kind, materialType }, picture)
  const rulesOf = ({ order: [{ template_code }] }: Stand) => papersOf(kind, { templateCode: template_code })
  const lacks = (stand: Stand) =>
    rulesOf(stand).filter(({ materialType, required }) => {
      const item = stand.items.find(({ material_type }) => material_type === materialType)
      return required && (!item || item.files.length === 0 || item.item_status === '不合格')
    })
  /** Everything that is typed beside the papers, as far as anybody can see who hands them in. */
  const hasForm = ({ order: [{ template_code: templateCode }], policies, mortgages, cars }: Stand) => {
    if (kind === 'mortgage') return mortgages.some(({ reg_no }) => reg_no !== null)
    if (isExtra(kind)) return cars.some(({ registered_on }) => registered_on !== null)
    const facts = policies.map(
      ({ ins_type: insType, policy_no: policyNo, start_date: startDate, end_date: endDate }) => ({
        insType,
        policyNo,
        startDate,
        endDate,
      }),
    )
    return lackingPolicies({ templateCode }, facts, today).length === 0
  }
  const form = async (stand: Stand, draw: Draw): Promise<Answer[]> => {
    const { orderId, rowVersion } = on(stand)
    if (kind === 'mortgage')
      return ask(draw, papers.saveMortgage, uploaders, {
        orderId,
        rowVersion,
        ...testMortgage(),
        ...(draw(4) === 0 && { regNo: pick(draw, ['', '?']) }),
        ...(draw(8) === 0 && { applyAt: addDays(today, 1) }),
      })
    if (isExtra(kind))
      return ask(draw, papers.saveRegistration, uploaders, {
        orderId,
        rowVersion,
        ...testRegistration(kind),
        ...(draw(6) === 0 && { plateNo: 'X' }),
      })
    const policy = stand.policies[draw(Math.max(stand.policies.length, 1))]
    const need = pick(draw, ['compulsory', 'commercial'] as const)
    const startDate = draw(6) === 0 ? addDays(today, -400) : today
    return ask(draw, papers.savePolicy, uploaders, {
      orderId,
      rowVersion,
      ...testPolicy(need),
      startDate,
      ...(startDate !== today && { endDate: addDays(today, -30) }),
      // Another one beside it, or the one that there is.
      ...(policy && draw(2) === 0 && { policyId: policy.id, insType: policy.ins_type }),
    })
  }
  const fill: Step<Stand> = {
    name: 'fill',
    fits: (stand) => isCollected(setOf(stand)) && lacks(stand).length > 0,
    async take(stand, draw) {
      const answers: Answer[] = []
      for (const { materialType } of lacks(stand))
        answers.push(...(await file(stand.order[0].id, materialType, draw)))
      return answers
    },
  }
  const fillForm: Step<Stand> = {
    name: 'form',
    fits: (stand) => isCollected(setOf(stand)) && !hasForm(stand),
    take: form,
  }
  const submit: Step<Stand> = {
    name: 'submit',
    fits: (stand) => setOf(stand) === '上传中' && hasForm(stand) && lacks(stand).length === 0,
    take: (stand, draw) => ask(draw, papers.submit, uploaders, on(stand)),
  }
  const pass: Step<Stand> = {
    name: 'pass',
    fits: (stand) => setOf(stand) === '待审核',
    take: (stand, draw) => ask(draw, papers.pass, reviewers, on(stand)),
  }
  return [
    fill,
    fill,
    fillForm,
    fillForm,
    fillForm,
    submit,
    submit,
    submit,
    pass,
    pass,
    pass,
    {
      name: 'upload',
      fits: (stand) => isCollected(setOf(stand)),
      take: (stand, draw) => {
        const types = [...rulesOf(stand).map(({ materialType }) => materialType), 'nonsense']
        return file(stand.order[0].id, types[draw(types.length)] ?? '', draw)
      },
    },
    {
      name: 'remove',
      fits: () => false,
      async take(stand, draw) {
        const held = stand.items.flatMap(({ files }) => files)
        const fileId = held[draw(Math.max(held.length, 1))] ?? 999_999
        return ask(draw, attachments.remove, uploaders, { orderId: stand.order[0].id, fileId })
      },
    },
    {
      name: 'judge',
      fits: (stand) => setOf(stand) === '待审核',
      async take(stand, draw) {
        const item = stand.items[draw(Math.max(stand.items.length, 1))]
        if (!item) return []
        const good = draw(2) === 0
        return ask(draw, papers.judge, reviewers, {
          orderId: stand.order[0].id,
          kind,
          itemId: item.id,
          good,
          files: item.files,
          ...(!good && draw(4) > 0 && { note: '看不清' }),
        })
      },
    },
    {
      name: 'giveBack',
      fits: ({ items }) => items.some(({ item_status }) => item_status === '不合格'),
      take: (stand, draw) => ask(draw, papers.giveBack, reviewers, { ...on(stand), reason: '看不清' }),
    },
    {
      name: 'expire',
      fits: (stand) => setOf(stand) === '通过',
      take: (stand, draw) => ask(draw, papers.expire, reviewers, { ...on(stand), reason: '换了保险公司' }),
    },
    {
      // Days pass: a policy ends, and the job of the night finds it.
      name: 'night',
      fits: ({ policies }) => policies.some(({ status }) => ending.includes(status)),
      async take({ policies }, draw) {
        const policy = policies[draw(Math.max(policies.length, 1))]
        const ends = addDays(today, pick(draw, [-1, -1, 5]))
        if (policy && ending.includes(policy.status) && draw(2) === 0)
          await inTenant(1, () =>
            db().execute(sql`update insurance_policy set end_date = ${ends} where id = ${policy.id}`),
          )
        await watchPolicies.run({}, job)
        return 'outside'
      },
    },
    {
      name: 'gate',
      fits: () => false,
      take: ({ order: [{ id }] }, draw) =>
        outside(async () => {
          const order = await lockAnyOrder(id, undefined)
          const now = new Date()
          const at = draw(2) === 0 ? null : now.toISOString()
          if (order) await stampMilestone(order, 'gps', at, { actor: { id: 0 }, now })
        }),
    },
    voiding(ask, on, 6),
  ]
}

const setMoves: Readonly<Record<SetStatus, readonly SetStatus[]>> = {
  未上传: ['上传中'],
  上传中: ['待审核', '未上传'],
  待审核: ['通过', '退回'],
  通过: ['已失效'],
  退回: ['上传中'],
  已失效: ['上传中'],
}
const policyMoves: Readonly<Record<PolicyStatus, readonly PolicyStatus[]>> = {
  待补充: ['待审核'],
  待审核: ['通过', '退回', '已到期'],
  // Judged anew with their papers, and saved anew.
  通过: ['将到期', '已到期', '待审核'],
  退回: ['待审核', '已到期'],
  将到期: ['已到期', '待审核'],
  已到期: ['待审核'],
}
const mortgageMoves: Readonly<Record<MortgageStatus, readonly MortgageStatus[]>> = {
  待办理: ['办理中'],
  办理中: ['待审核'],
  待审核: ['退回', '已抵押'],
  退回: ['办理中', '待审核'],
  已抵押: ['待解押'],
  待解押: ['已抵押', '解押中', '已解押'],
  解押中: ['已解押'],
  已解押: [],
}
const mortgageOf: Partial<Record<SetStatus, readonly MortgageStatus[]>> = {
  待审核: ['待审核'],
  // Its form may be mended before its papers are.
  退回: ['退回', '办理中'],
  通过: ['已抵押'],
}
const ofMilestone: Partial<Record<Kind, MilestoneCode>> = { insurance: 'insurance', mortgage: 'mortgage' }

const wrong =
  (kind: Kind) =>
  (now: Stand, before: Stand, audited: readonly Audited[]): string[] => {
    const found: string[] = []
    const say = (is: boolean, text: string) => {
      if (is) found.push(text)
    }
    const [order] = now.order
    const isOver = order.status === 'voided'
    const [set] = now.sets
    const status = set?.status ?? '未上传'
    const was = before.sets[0]?.status ?? '未上传'
    // A step that uploads may be several.
    say(!leadsTo(setMoves, was, status), `the set went from ${was} to ${status}`)
    say(was !== status && audited.length === 0, `the set went from ${was} to ${status}, and nobody says so`)

    const facts = now.items.map(({ required, min_files: minFiles, item_status: itemStatus, files }) => ({
      required,
      minFiles,
      itemStatus,
      files,
    }))
    const required = facts.filter((item) => item.required)
    say(set !== undefined && set.required_count !== required.length, 'what is required is counted wrong')
    say(
      set !== undefined && set.done_count !== required.filter(isDone).length,
      'what is done is counted wrong',
    )
    say(
      status === '通过' &&
        !facts.every(({ itemStatus, files }) => files.length === 0 || itemStatus === '通过'),
      'passed with a paper that is not',
    )
    say(
      (status === '待审核' || status === '通过') && required.some(({ files }) => files.length === 0),
      `${status} without a paper`,
    )
    const kept = new Set(now.files.map(({ id }) => id))
    for (const { id, files, item_status, version, material_type } of now.items) {
      say(
        (item_status === '未传') !== (files.length === 0),
        `${material_type} ${item_status} with ${files.length} files`,
      )
      say(!files.every((file) => kept.has(file)), `a file of ${material_type} is gone`)
      const former = now.versions.filter(({ item_id }) => item_id === id)
      say(version !== former.length + 1, `${material_type} is version ${version} behind ${former.length}`)
    }

    const milestone = ofMilestone[kind]
    if (milestone && !isOver) {
      const reached = stampOf(order, milestone) !== null
      say(reached !== (status === '通过'), `milestone ${reached} of a set ${status}`)
    }
    const [mortgage] = now.mortgages
    const wanted = mortgageOf[status]
    say(
      kind === 'mortgage' && wanted !== undefined && !wanted.some((one) => one === mortgage?.status),
      `the mortgage is ${mortgage?.status} of a set ${status}`,
    )
    say(
      mortgage !== undefined && (mortgage.done_at !== null) !== (mortgage.status === '已抵押'),
      `${mortgage?.status} on ${mortgage?.done_at}`,
    )

    for (const policy of now.policies) {
      const old = before.policies.find(({ id }) => id === policy.id)
      say(
        old !== undefined && !leadsTo(policyMoves, old.status, policy.status, 1),
        `a policy went from ${old?.status} to ${policy.status}`,
      )
      const ended = (policy.end_date ?? today) < today
      if (kind !== 'insurance') continue
      say(policy.status === '已到期' && !ended, 'a policy ended before its day')
      say(policy.status === '退回' && status === '待审核', 'a policy that came back is in review')
      say(
        ended && ['通过', '将到期'].includes(policy.status),
        `a policy of before ${today} is ${policy.status}`,
      )
      say(
        status === '通过' && !ended && !['通过', '将到期'].includes(policy.status),
        `a policy is ${policy.status} of a set that passed`,
      )
    }
    if (kind === 'insurance' && status === '通过') {
      const good = now.policies.filter(({ status: one }) => one === '通过' || one === '将到期')
      for (const types of [policyNeeds.compulsory, policyNeeds.commercial] as readonly (readonly string[])[])
        say(
          !isOver && !good.some(({ ins_type }) => types.includes(ins_type)),
          `passed without a policy of ${types.join()}`,
        )
    }

    const task = now.tasks.find((one) => one.kind === kind)
    say(
      task !== undefined && (task.done_at !== null) !== (status === '通过'),
      `the task is done ${task?.done_at} of a set ${status}`,
    )
    const judged = status === '通过' || status === '退回'
    say(isExtra(kind) && judged && set?.submit_by === set?.reviewer_id, 'judged by who sent it in')
    return [...found, ...wrongGates(order), ...wrongTimeline(now, before, audited)]
  }

const { first: from, last } = machineWalks

test(`wherever the walks ${from} to ${last} lead, papers, forms, milestone and order agree`, async () => {
  const sets = tracks<SetStatus>()
  const policies = tracks<PolicyStatus>()
  const mortgages = tracks<MortgageStatus>()
  for (let seed = from; seed <= last; seed++) {
    const kind = kinds[seed % kinds.length] ?? 'insurance'
    const orderId = await walkedOrder(kind)
    await walk<Stand>({
      seed,
      length: stepsOfWalk,
      parts: partsOf(orderId, kind),
      steps: stepsOf(kind),
      wrong: wrong(kind),
      sees: (now, before) => {
        sets.see(now.sets, before?.sets)
        policies.see(now.policies, before?.policies)
        mortgages.see(now.mortgages, before?.mortgages)
      },
    })
  }
  expectReached(sets, { some: ['上传中', '待审核', '通过'], all: setStatuses, by: setMoves })
  // 待补充 is what the entry named, 待办理 before anybody went to the office.
  expectReached(policies, {
    some: ['待审核'],
    all: policyStatuses.filter((one) => one !== '待补充'),
    by: policyMoves,
    seldom: ['退回 → 待审核', '退回 → 已到期'],
  })
  // These walks end before their loan is paid off; what follows it has tests beside settlements and tasks of a release.
  const behindSettlement: readonly MortgageStatus[] = ['待解押', '解押中', '已解押']
  expectReached(mortgages, {
    some: ['办理中'],
    all: mortgageStatuses.filter((one) => one !== '待办理' && !behindSettlement.includes(one)),
    by: mortgageMoves,
    seldom: ['已抵押 → 待解押'],
  })
}, 7_200_000)
