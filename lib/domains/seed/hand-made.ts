import { addDays } from '../../rules/business-date.ts'
import type { CapitalState } from '../capital/rules/capital-order.ts'
import type { SetStatus } from '../materials/rules/material-sets.ts'
import { standardTemplate, templates } from '../orders/rules/entry/templates.ts'
import { type OrderStatus, orderStatuses } from '../orders/rules/order-states.ts'
import type { UnderwritingState } from '../underwriting/rules/underwriting.ts'
import { birthDateOf } from './people.ts'
import { offeredBy } from './products.ts'
import { demoTenants } from './tenants.ts'
import { bankDay } from './working-time.ts'

/** The rows that are always there, with the lowest numbers (domain.md 5.4), of the first tenant unless they say another. */

export type HandMade = {
  status: OrderStatus
  /** Rows from 150 million on are of customers that no other order has. */
  customerRow: number
  /** Business date of the last step; drawn when absent. */
  lastDay?: (asOf: string) => string
  term?: number
  /** Instead of the drawn name. */
  name?: string
  /** Every text field as long as it may be. */
  longest?: boolean
  /** Only a shop whose agreement has ended. */
  endedShop?: boolean
  /** Amounts of loan E1 of domain.md 4. */
  e1?: boolean
  /** Customers, by their rows, who are the emergency contacts. */
  friends?: { emergency1?: number; emergency2?: number }
  /** The customer with whom the ID card's address is shared. */
  household?: number
  /** An enterprise, not a person. */
  enterprise?: boolean
  /** Entered by this template, the standard one unless told. */
  templateCode?: string
  /** Of this product, where its template has several. */
  productCode?: string
  tenantId?: number
  /** The first clerk's, submitted before all others, and nobody has looked at it yet: the next to be claimed. */
  untouched?: boolean
  /** Rejected, and its clerk asks for another chance. */
  asksAgain?: boolean
  /** It waits for its contracts, and nothing stands in their way. */
  signable?: boolean
  /** Its money is the first funder's. */
  firstFunder?: boolean
  /** Approved for the first shop, and nobody has begun with what comes behind the approval. */
  fromApproval?: boolean
  /** With 履约保证险: where its insurer and the papers for it stand; its other papers are still to come. */
  insured?: { status: UnderwritingState; set: SetStatus }
  /** With a funder: where it and the papers for it stand; all else before the release is done. */
  funded?: { status: CapitalState; set: SetStatus; was?: 'pushed' | 'returned' }
}

const own = (at: number) => 150_000_000 + at
const daysAgo = (days: number) => (asOf: string) => bankDay(addDays(asOf, -days))

/**
 * Everything that 关联雷达 has to find: three who name each other as contacts, all around, and 李明, who waits for his
 * pre-review, whom two of them name; one more who waits has his address.
 */
const ring = { first: own(0), second: own(6), third: own(4), of: own(2) } as const

const extras: readonly HandMade[] = [
  // A customer with three orders, one after the other.
  { status: 'settled', customerRow: own(1), lastDay: daysAgo(800), term: 12 },
  { status: 'pre_rejected', customerRow: own(1), lastDay: daysAgo(120) },
  { status: 'draft', customerRow: own(1), lastDay: daysAgo(2) },
  { status: 'wait_pre', customerRow: own(2), name: '李明', untouched: true, lastDay: daysAgo(7) },
  { status: 'wait_entry', customerRow: own(3), name: '欧阳建国' },
  {
    status: 'ops_returned',
    customerRow: own(4),
    name: `阿${'依明江'.repeat(9)}·买`,
    longest: true,
    friends: { emergency1: ring.first, emergency2: ring.of },
  },
  // An ID number that ends in X.
  { status: 'wait_pre', customerRow: own(5), household: ring.of },
  {
    status: 'released',
    customerRow: own(6),
    endedShop: true,
    lastDay: daysAgo(90),
    term: 36,
    friends: { emergency1: ring.third },
  },
]

/** By each template one order that waits for its entry and one that is submitted, where it is sold. */
const templated: readonly HandMade[] = templates
  .filter(({ code }) => code !== standardTemplate.code)
  .flatMap(({ code }, at) => {
    const tenantId = demoTenants.find(({ sells }) => (sells as readonly string[]).includes(code))?.id
    const common = { templateCode: code, tenantId, term: 24 }
    return [
      { ...common, status: 'wait_entry', customerRow: own(60 + 2 * at) },
      { ...common, status: 'wait_first', customerRow: own(61 + 2 * at) },
    ] as const
  })

/** 复议申请 that wait for the risk manager: asked for in the days before, of rejections that are not long ago. */
const asking = (['risk_rejected', 'pre_rejected'] as const).flatMap((status, kind) =>
  [1, 1, 2, 3].map((tenantId, at): HandMade => {
    const customerRow = own(100 + 10 * kind + at)
    return { status, customerRow, tenantId, asksAgain: true, lastDay: daysAgo(1 + 2 * at + kind) }
  }),
)

/** Orders that wait for their contracts, so that their list is never empty. */
const unsigned = ([1, 1, 2, 2] as const).map(
  (tenantId, at): HandMade => ({ status: 'wait_sign', customerRow: own(131 + at), tenantId }),
)
/** Those that can be signed at once: some by the customer alone, some by a guarantor after him. */
const signable = [135, 138, 146, 148, 149].map((at, index): HandMade => {
  const template = index % 2 === 0 ? { templateCode: 'bdbzrld' } : {}
  return { ...template, status: 'wait_sign', customerRow: own(at), term: 24, signable: true }
})

/** Orders with 履约保证险, one for each state of their insurer, and of the papers for it. */
const insured = (
  [
    ['未提交', '未上传'],
    ['未提交', '待审核'],
    ['未提交', '通过'],
    ['已提交', '通过'],
    ['核保中', '通过'],
    ['承保', '通过'],
    ['补充资料', '退回'],
    ['拒保', '通过'],
  ] as const
).map(
  ([status, set], at): HandMade => ({
    status: 'preparing',
    customerRow: own(200 + at),
    templateCode: 'bd2',
    term: 24,
    insured: { status, set },
  }),
)

/** Orders with a funder, one for each state that it and its papers can be in. */
const funded = (
  [
    ['preparing', '待推送', '待审核', 0],
    ['preparing', '待推送', '通过', 1],
    ['preparing', '待推送', '通过', 2],
    ['wait_funder', '已推送', '通过', 1, 'pushed'],
    ['wait_funder', '已推送', '通过', 6, 'pushed'],
    ['wait_funder', '资方审核中', '通过', 1, 'pushed'],
    ['preparing', '退回补件', '退回', 1, 'returned'],
    ['preparing', '待推送', '通过', 1, 'returned'],
    ['funder_rejected', '拒绝', '通过', 2, 'pushed'],
    ['voided', '取消', '通过', 3, 'pushed'],
  ] as const
).map(
  ([status, capitalStatus, set, days, was], at): HandMade => ({
    status,
    customerRow: own(220 + at),
    term: 36,
    lastDay: daysAgo(1 + days),
    funded: { status: capitalStatus, set, ...(was && { was }) },
  }),
)

/**
 * For the whole way from the approval to the release, with the amounts of loan E1. Others have waited longer, so that lists
 * of work begin with those.
 */
const fromApproval = [246, 253].map(
  (at): HandMade => ({
    status: 'wait_sign',
    customerRow: own(at),
    term: 36,
    lastDay: daysAgo(1),
    e1: true,
    firstFunder: true,
    fromApproval: true,
  }),
)

/** Signed and all else done, its papers for the funder handed in: what goes wrong before its money does is still to come. */
const turnedBack: HandMade = {
  status: 'preparing',
  customerRow: own(242),
  name: '欧阳国建',
  term: 36,
  lastDay: daysAgo(9),
  funded: { status: '待推送', set: '待审核' },
  firstFunder: true,
}

/** Enterprises on their way to the contracts, by the standard template and by the direct lease. */
const enterprises: readonly HandMade[] = [
  ...(['draft', 'wait_pre', 'wait_entry', 'wait_first', 'wait_risk', 'wait_sign'] as const).map(
    (status, at): HandMade => ({ status, customerRow: own(140 + at), enterprise: true, term: 24 }),
  ),
  ...(['wait_entry', 'wait_first', 'wait_risk'] as const).map(
    (status, at): HandMade => ({
      status,
      customerRow: own(150 + at),
      enterprise: true,
      term: 24,
      templateCode: 'jdzlld',
      productCode: 'DL-ADV',
      tenantId: 2,
    }),
  ),
]

/** Orders whose interest the maker of the car bears, all of it or a part. */
const subsidised = (
  [
    ['jdzlld', 'DL-OEM', 2],
    ['hqxhld', 'BAL-OEM', 1],
    ['hqxhld', 'BAL-OEM', 2],
  ] as const
).flatMap(([templateCode, productCode, tenantId], at) =>
  (['wait_entry', 'wait_first', 'wait_risk'] as const).map(
    (status, step): HandMade => ({
      status,
      customerRow: own(160 + 10 * at + step),
      term: 24,
      templateCode,
      productCode,
      tenantId,
    }),
  ),
)

/** Of an age at which everything is lent to them, for years to come. */
const grown = Array.from({ length: 100 }, (_, at) => own(300 + at)).filter((row) => {
  const born = birthDateOf(row)
  return born > '1980' && born < '2000'
})

/** Of every product that a tenant offers one that was released, so that people can look at each. */
const lent = demoTenants
  .flatMap((tenant) => offeredBy(tenant).map((product) => ({ ...product, tenantId: tenant.id })))
  .map(
    ({ templateCode, code, tenantId }, at): HandMade => ({
      status: 'released',
      customerRow: grown[at] ?? 0,
      templateCode,
      productCode: code,
      tenantId,
      term: 24,
      lastDay: daysAgo(10 + 7 * at),
    }),
  )

const rows: readonly HandMade[] = [
  {
    status: 'released',
    customerRow: own(0),
    e1: true,
    lastDay: () => '2025-03-15',
    term: 36,
    friends: { emergency1: ring.second, emergency2: ring.of },
  },
  ...orderStatuses
    .filter((status) => status !== 'released')
    .map((status, at): HandMade => ({ status, customerRow: own(20 + at) })),
  ...extras,
  ...templated,
  ...asking,
  ...unsigned,
  ...enterprises,
  ...subsidised,
  ...signable,
  ...insured,
  ...funded,
  ...fromApproval,
  turnedBack,
  ...lent,
]

export const handMadeCount = rows.length

/** Everything that is special about a row; undefined for a drawn one. */
export const handMade = (row: number): HandMade | undefined => rows[row - 1]

/** The name of a customer's orders, where it is not the drawn one. */
export const handMadeName = (customerRow: number | undefined): string | undefined =>
  rows.find((row) => row.customerRow === customerRow)?.name
