import { addMonths, businessDate, monthsBetween } from '../../rules/business-date.ts'
import { compareMoney } from '../../rules/money.ts'
import { firstPayment } from '../first-payments/table.ts'
import type { ItemStatus, PaperKind, SetStatus } from '../materials/rules/material-sets.ts'
import { papersOf } from '../materials/rules/material-sets.ts'
import { lastDayOf, needOf } from '../materials/rules/policy.ts'
import { materialItem, materialSet } from '../materials/table/materials.ts'
import { mortgage } from '../materials/table/mortgages.ts'
import { materialLabel } from '../orders/rules/entry/materials.ts'
import { templateOf } from '../orders/rules/entry/templates.ts'
import { attachment } from '../system/table.ts'
import { coverEnd, isInsured } from '../underwriting/rules/underwriting.ts'
import type { insurancePolicy } from '../vehicles/table.ts'
import type { Written } from './entry-rows.ts'
import { drawOf } from './generator.ts'
import { handMade } from './hand-made.ts'
import type { OrderStory } from './order-story.ts'
import { pictureFor } from './pictures.ts'
import type { RowCollector } from './row-collector.ts'

/** Papers before the release, as far as an order of the demo has come with them. */

const draw = drawOf('papers')

type Policy = typeof insurancePolicy.$inferInsert

/** The look of a scan: papers of a kind share the picture of one that is like them. */
const pictures: Readonly<Record<string, string>> = {
  reg_cert_mortgage: 'reg_cert',
  new_reg_cert: 'reg_cert',
  funder_auth: 'credit_auth',
  funder_identity: 'id_front',
}
const standardPicture = 'diligence work'

const insuredAt = ({ happenings }: Pick<OrderStory, 'happenings'>) =>
  happenings.findLast(({ milestone }) => milestone === 'insurance')?.at

/** The state of the set of an order that has not passed. */
const openStates: readonly SetStatus[] = ['未上传', '上传中', '待审核']

function insuranceState(story: Pick<OrderStory, 'plan' | 'happenings'>): SetStatus {
  if (handMade(story.plan.row)?.insured) return '未上传'
  if (insuredAt(story)) return '通过'
  return story.happenings.some(({ event }) => event === 'all_signed')
    ? draw.pick('state', story.plan.row, openStates)
    : '未上传'
}

/** Everything that is known of a policy once its scan is there. */
export function policyOf(
  insType: string | null | undefined,
  story: Pick<OrderStory, 'plan' | 'happenings' | 'asOf'>,
): Partial<Policy> {
  const state = insuranceState(story)
  const signed = story.happenings.findLast(({ event }) => event === 'all_signed')
  const made = handMade(story.plan.row)?.insured
  if (insType === '6' && signed && made && isInsured(made.status)) return insuredPolicy(story, signed.at)
  if (state === '未上传' || state === '上传中' || !signed || !needOf(insType ?? null)) return {}
  return {
    policyNo: `P${insType}${String(story.plan.id).padStart(10, '0')}`,
    ...coverOf(insType, story, businessDate(signed.at)),
    status: state,
  }
}

/**
 * Everything that an insurer stands for runs with the loan; the others are renewed each year, a few of them too late.
 */
function coverOf(
  insType: string | null | undefined,
  { plan, asOf }: Pick<OrderStory, 'plan' | 'asOf'>,
  signedOn: string,
) {
  if (insType === '6') return { startDate: signedOn, endDate: coverEnd(signedOn, Math.ceil(plan.term / 12)) }
  const years = draw.chance('lapsed', plan.row, 4)
    ? 0
    : Math.max(0, Math.floor(monthsBetween(signedOn, asOf) / 12))
  const startDate = addMonths(signedOn, 12 * years)
  return { startDate, endDate: lastDayOf(startDate) }
}

/** As its insurer made it; its scan is still to come. */
function insuredPolicy({ plan }: Pick<OrderStory, 'plan'>, at: string): Partial<Policy> {
  const startDate = businessDate(at)
  return {
    policyNo: `LB${String(plan.id).padStart(10, '0')}`,
    startDate,
    endDate: coverEnd(startDate, Math.ceil(plan.term / 12)),
    status: '待审核',
    insurerStatus: '承保',
    insurerReply: '同意承保',
  }
}

/** A compulsory policy, where the entry names none. */
export const compulsoryOf = (
  story: Pick<OrderStory, 'plan' | 'happenings' | 'person' | 'entry' | 'asOf'>,
): Policy | null => {
  const known = policyOf('1', story)
  const isNamed = story.entry?.values.insurance.some(({ insType }) => insType === '1')
  if (!known.policyNo || isNamed) return null
  return {
    orderId: story.plan.id,
    insType: '1',
    insurer: 'DEMO1',
    premium: '950.00',
    ...known,
    insuredname: story.person.name,
    identifynumber: story.person.idNo,
  }
}

export function addPapers(
  rows: RowCollector,
  story: OrderStory,
  written: Written,
  { mortgageOkAt }: { mortgageOkAt?: string | null | undefined },
): void {
  const { plan, happenings, entry, place } = story
  if (!entry) return
  const order = { templateCode: entry.product.templateCode }
  const template = templateOf(order)
  const clerk = draw.pick('clerk', plan.row, place.users.material_clerk)
  const manager = draw.pick('manager', plan.row, place.users.capital_mgr)
  if (template.milestones.includes('insurance'))
    addSet(rows, story, written, {
      kind: 'insurance',
      status: insuranceState(story),
      at: insuredAt(story),
      by: clerk,
      clerk,
      order,
    })
  const pushed = happenings.find(({ event }) => event === 'push_funder')
  const returned = happenings.findLast(({ event }) => event === 'funder_return')
  const funded = handMade(plan.row)?.funded
  if (pushed || funded) {
    const status = funded?.set ?? '通过'
    addSet(rows, story, written, {
      kind: 'capital',
      status,
      at: pushed?.at ?? happenings.at(-1)?.at,
      by: manager,
      clerk,
      order,
      ...(status === '退回' && returned?.opinion && { reason: returned.opinion }),
    })
  }
  if (mortgageOkAt && template.mortgage) {
    addSet(rows, story, written, {
      kind: 'mortgage',
      status: '通过',
      at: mortgageOkAt,
      by: clerk,
      clerk,
      order,
    })
    const doneAt = businessDate(mortgageOkAt)
    rows.add(mortgage, {
      ...written,
      orderId: plan.id,
      mortgagee: '示例融资租赁',
      rank: template.mortgage.rank,
      dmvOffice: '示例车管所',
      agent: '周凯',
      applyAt: doneAt,
      doneAt,
      regNo: `1100${String(plan.id).padStart(8, '0')}`,
      status: '已抵押',
    })
  }
}

/** Everything that came in before the release, at once and with its proof. */
export function addFirstPayment(
  rows: RowCollector,
  { plan, happenings, entry, person, place, pictures: drawn }: OrderStory,
  written: Written,
): void {
  const registered = happenings.findLast(({ milestone }) => milestone === 'first_payment')
  if (!registered || !entry) return
  const { firstDueAmount: amount } = entry.quoted.view
  if (compareMoney(amount, '0.00') <= 0) return
  const by = { ...written, createdAt: registered.at, createdBy: registered.actorId }
  const proofId = rows.add(attachment, {
    ...by,
    ...pictureFor(drawn, plan.id, standardPicture),
    name: '到账凭证.png',
    mime: 'image/png',
    orderId: plan.id,
    uploadedBy: registered.actorId,
  })
  rows.add(firstPayment, {
    ...by,
    orderId: plan.id,
    amount,
    paidOn: businessDate(registered.at),
    method: 'transfer' as const,
    payer: person.name,
    reference: `SK${String(plan.id).padStart(12, '0')}`,
    proofId,
    confirmedAt: registered.at,
    confirmedBy: place.users.finance_checker[0] ?? null,
  })
}

type Wanted = {
  kind: PaperKind
  status: SetStatus
  /** The time when it passed, and the person. */
  at: string | undefined
  by: number
  clerk: number
  order: { templateCode: string }
  /** The reason why it came back. */
  reason?: string
}

/** A set of papers as it stands, with the files that are there. */
export function addSet(
  rows: RowCollector,
  { plan, pictures: drawn }: OrderStory,
  written: Written,
  { kind, status, at, by, clerk, order, reason }: Wanted,
): void {
  if (status === '未上传') return
  const rules = papersOf(kind, order)
  const required = rules.filter((rule) => rule.required)
  // One that is uploading has its first paper.
  const held = status === '上传中' ? required.slice(0, 1) : required
  const passed = status === '通过'
  const setId = rows.add(materialSet, {
    ...written,
    orderId: plan.id,
    kind,
    status,
    requiredCount: required.length,
    doneCount: held.length,
    ...(status !== '上传中' && { submitAt: at ?? written.updatedAt, submitBy: clerk }),
    ...((passed || reason) && { reviewerId: by, reviewAt: at ?? written.updatedAt }),
    ...(reason && { reason }),
  })
  for (const { materialType, required: must, min, max } of rules) {
    const has = held.some((one) => one.materialType === materialType)
    const files = has
      ? [
          rows.add(attachment, {
            ...written,
            ...pictureFor(drawn, plan.id, pictures[materialType] ?? standardPicture),
            name: `${materialLabel(materialType)}.png`,
            mime: 'image/png',
            orderId: plan.id,
            uploadedBy: clerk,
          }),
        ]
      : []
    const isBad = reason !== undefined && materialType === held[0]?.materialType
    const itemStatus: ItemStatus = !has ? '未传' : isBad ? '不合格' : passed ? '通过' : '已传'
    rows.add(materialItem, {
      ...written,
      setId,
      materialType,
      required: must,
      minFiles: min,
      maxFiles: max,
      files,
      itemStatus,
      ...(isBad && { rejectNote: reason }),
    })
  }
}
