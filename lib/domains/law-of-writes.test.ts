import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import { actionWord, pathWord, valueWord } from '../i18n/audit-words.ts'
import * as zh from '../i18n/messages/zh-CN/index.ts'
import { translator } from '../i18n/translator.ts'
import { bulk } from '../platform/bulk/contract.ts'
import { workRows } from '../platform/bulk/work-rows.ts'
import { changes } from '../platform/changes/contract.ts'
import type { Call } from '../platform/context.ts'
import type { Endpoint, Writes } from '../platform/contract/endpoint.ts'
import { textsOf, type WireValue } from '../platform/contract/form-text.ts'
import { asOwner, db, inTenant } from '../platform/db/client.ts'
import { detached } from '../platform/db/detached.ts'
import { databaseError } from '../platform/db/engine.ts'
import { listExport } from '../platform/exports/table.ts'
import type { RuledSubject } from '../platform/handler.ts'
import { job } from '../platform/jobs/table.ts'
import { messages } from '../platform/messages/contract.ts'
import { outsideCall } from '../platform/outside/table.ts'
import { wirePorts } from '../platform/outside/wiring.ts'
import { isEverywhere, type SubjectRules } from '../platform/subject.ts'
import { addDays, businessDate } from '../rules/business-date.ts'
import { fakeUscc } from '../rules/made-up-numbers.ts'
import { minus } from '../rules/money.ts'
import {
  archiveNow,
  draftMail,
  filedArchive,
  mailNow,
  newExpressNo,
  openedArchives,
  outboundIn,
  parcelOf,
  sentMail,
  startedTake,
  place as storedAt,
} from './archives/service/testing.ts'
import { filledAccount } from './balances/service/testing.ts'
import { blacklist } from './blacklist/contract.ts'
import { accountNow, closableMonth, closedMonth } from './books/service/testing.ts'
import { calendar } from './calendar/contract.ts'
import { capitalOrders } from './capital/contract.ts'
import {
  checkConsent,
  copiesOf,
  newFunder,
  pushableOrder,
  registerConsent,
} from './capital/service/testing.ts'
import { bankCards } from './cards/contract.ts'
import { cardRequest } from './cards/table.ts'
import { closings } from './closings/contract.ts'
import { closingJob } from './closings/service/closing-job.ts'
import { collect } from './collect/contract.ts'
import { configuration } from './configuration/contract.ts'
import { contractBatches } from './contracts/contract/batches.ts'
import { contractTemplates } from './contracts/contract/templates.ts'
import { sealWith } from './contracts/service/seal/company-seal.ts'
import { contractBatchRow } from './contracts/table/batches.ts'
import { contract } from './contracts/table/contracts.ts'
import { signing } from './contracts/table/signing.ts'
import { couriers } from './couriers/contract.ts'
import type { BindStatus } from './customers/rules/bank-card.ts'
import { bankCard, customer } from './customers/table.ts'
import { dueLoan } from './deductions/service/testing.ts'
import { type DiligenceView, dueDiligence } from './due-diligence/contract.ts'
import { diligence, fillVisit, taken } from './due-diligence/service/testing.ts'
import { type Contracts, contracts } from './endpoints.ts'
import { enterprises } from './enterprises/contract.ts'
import { enterprise } from './enterprises/table.ts'
import { evidence } from './evidence/contract.ts'
import { firstPayments } from './first-payments/contract.ts'
import { firstPayment, firstRefund } from './first-payments/table.ts'
import { fundFlows } from './fund-flows/contract.ts'
import {
  bookedStatement,
  csvFile,
  ownAccount,
  readFileOf,
  statementRow,
} from './fund-flows/service/testing.ts'
import { approvedFunder, funderFacts, funderInput, funderTerms } from './funders/service/testing.ts'
import {
  chosenDevice,
  fittedDevice,
  issuedDevice,
  newDeviceNo,
  photographedDevice,
  stockedDevice,
  testFitting,
} from './gps/service/testing.ts'
import { gpsDevice } from './gps/table.ts'
import { offerDemo } from './identity/service/demo-offer.ts'
import { sysUser, userSession } from './identity/table.ts'
import { bookedEntries, entriesFile, entryCells, readEntriesOf } from './imports/service/testing.ts'
import {
  fillInterview,
  interviewNow,
  versionNow as interviewVersion,
  joinedInterview,
  newHold,
  pieceNow,
  testPiece,
} from './interviews/service/testing.ts'
import { repayment } from './loans/table.ts'
import { manufacturers } from './manufacturers/contract.ts'
import { manufacturer } from './manufacturers/table.ts'
import { attachments } from './materials/contract/attachments.ts'
import { papers } from './materials/contract/papers.ts'
import {
  asReleased,
  papersIn,
  testMortgage,
  testPolicy,
  testRegistration,
} from './materials/service/testing.ts'
import { mortgage } from './materials/table/mortgages.ts'
import { openings } from './openings/contract.ts'
import {
  branchOpening,
  channelIn,
  channelOpening,
  openedShop,
  openingNow,
  shopOpening,
} from './openings/service/testing.ts'
import { applications } from './orders/contract.ts'
import {
  draftOrder,
  finishedEntry,
  intakeFor,
  nextPerson,
  placeOf,
  type TestOrder,
  testPicture,
  uploadRequired,
} from './orders/service/testing.ts'
import { application } from './orders/table.ts'
import { oversight } from './oversight/contract.ts'
import { auditDifferences } from './oversight/rules/audit-difference.ts'
import { paymentFiles } from './payment-files/contract.ts'
import { answerFile, fileToMake, madeFile, takenFile, unfiledOrder } from './payment-files/service/testing.ts'
import { products } from './products/contract.ts'
import { releases } from './releases/contract.ts'
import {
  bankSays,
  openGates,
  orderOf,
  overpaidLoan,
  paid,
  payingOrder,
  refusedBy,
  releasedLoan,
  silentOrder,
  waitingOrders,
} from './releases/service/testing.ts'
import { releaseTask } from './releases/table.ts'
import { repayments } from './repayments/contract.ts'
import { reviews } from './reviews/contract.ts'
import { riskApproval } from './risk/contract/approval.ts'
import { riskScenes } from './risk/contract/scenes.ts'
import { askedOrder, rejectedOrder } from './risk/service/testing.ts'
import { fakeAccountNo } from './seed/accounts.ts'
import { serviceFees } from './service-fees/contract.ts'
import {
  assistedLoan,
  comparedBatch,
  confirmedBatch,
  feeStatement,
  invoicedBatch,
  madeBatch,
} from './service-fees/service/testing.ts'
import { settleAccounts } from './settle-accounts/contract.ts'
import {
  appliedLoan,
  loanToday,
  newest,
  passed,
  quotedToday,
  payment as settlementPayment,
  submitted,
} from './settlements/service/testing.ts'
import { sendSms } from './sms/service/records.ts'
import { smsRecord } from './sms/table.ts'
import { staff } from './staff/contract.ts'
import { checkRights } from './staff/service/testing.ts'
import { subjects } from './subjects.ts'
import { system } from './system/contract.ts'
import { auditLog, eventAnswer } from './system/table.ts'
import { tenants } from './tenants/contract.ts'
import { type Caller, holderOf, openTestBackend, type TestBackend } from './testing.ts'
import { insurableOrder, twoPolicies } from './underwriting/service/testing.ts'
import { underwriting } from './underwriting/table.ts'
import { units } from './units/contract.ts'
import { views } from './views/contract.ts'
import { savedView } from './views/table.ts'
import { voice } from './voice/contract.ts'

/**
 * The law of writes, for every write of the contracts: one id is one event; a stale version, a record outside the data
 * scope or of another tenant, and a missing permission are refused and leave no trace in any table; what is done leaves
 * its audit row and a new version. The samples take one order from its draft to its end.
 */

type RuledName = {
  [D in keyof Contracts & string]: {
    [K in keyof Contracts[D] & string]: Contracts[D][K] extends { writes: { action: unknown } }
      ? `${D}.${K}`
      : never
  }[keyof Contracts[D] & string]
}[keyof Contracts & string]

type Input = Record<string, unknown>
type Sample = {
  /** Prepares a record where one is needed. @returns an input that is right now */
  input: () => Promise<Input> | Input
  /** Account; without it the first role that holds the permission. */
  by?: string
  /** The part that differs in another input of the same call, where neither version nor id does. */
  other?: Input
  file?: { name: string; bytes: Uint8Array }
}

/** Subjects with a lock of their own that whoever holds the permission writes on, as on those that are locked by id. */
const everywhere: ReadonlySet<RuledSubject> = new Set([
  'session',
  'dictionary',
  'tenant',
  'seat',
  'contractTemplate',
  // Shared ones are all colleagues', whatever each sees through them; the others are their owner's (views.test.ts).
  'view',
  // Of a shop's account; one of an order has the scope of the order, which law-of-changes.test.ts proves.
  'change',
  // Files of a list that all see whole are all keepers'; the others are for who brought them (import-shops.test.ts).
  'rowImport',
])

let backend: TestBackend
let order: TestOrder
let file: { name: string; bytes: Uint8Array }
const admin = () => backend.as('admin')
const clerk = () => backend.as('entry_clerk')
const contractClerk = () => backend.as('contract_clerk')

const orderNow = async () => {
  const [row] = await inTenant(1, () =>
    db().select().from(application).where(eq(application.id, order.orderId)),
  )
  if (!row) throw new Error('the order is gone')
  return row
}
const onOrder = async (more: Input = {}) => ({
  orderId: order.orderId,
  rowVersion: (await orderNow()).rowVersion,
  ...more,
})
const userIdOf = (account: string) =>
  inTenant(1, async () => {
    const [row] = await db().select().from(sysUser).where(eq(sysUser.account, account))
    if (!row) throw new Error(`no user ${account}`)
    return row
  })

const someone = async () => ({
  name: '陈静',
  mobile: '19900001234',
  orgUnitId: (await userIdOf('shop_user')).orgUnitId,
  roleCodes: ['cashier'],
  dataScope: 'all' as const,
})
const lawUser = async () => {
  const { id, rowVersion } = await userIdOf('law_user')
  return { id, rowVersion }
}
const role = { code: 'law_role', name: '守法', dataScope: 'dept' as const, permissions: [], menuIds: [] }
const roleNow = async () => {
  const { data } = await admin().call(staff.roles, { length: 100 })
  const { id, rowVersion } =
    data.find(({ code }) => code === role.code) ?? (await admin().call(staff.saveRole, role))
  return { id, rowVersion }
}
/** The second administrator has agreed, where something waits. */
const settledRights = async (kind: 'role' | 'userRights', aboutId: number) => {
  const { data } = await admin().call(changes.of, { kind, aboutId })
  if (data.some(({ state }) => state === 'waiting')) await checkRights(backend, kind, aboutId)
}
const entry = {
  name: '守法',
  url: '/law',
  icon: 'list',
  remark: '',
  roles: [] as string[],
  keepAlive: true,
  external: false,
  enabled: true,
}
const menuNow = async () => {
  const { entries } = await admin().call(configuration.menus, {})
  const found = entries.find(({ url }) => url === entry.url)
  const { id, rowVersion } = found ?? (await admin().call(configuration.saveMenu, entry))
  return { id, rowVersion }
}
const type = 'law_words'
const item = { type, code: 'a', label: '甲', enabled: true }
const itemNow = async () => {
  for (const code of ['a', 'b']) {
    const { data } = await admin().call(configuration.dictionaryItems, { type, q: code })
    if (data.length === 0) await admin().call(configuration.saveDictionaryItem, { ...item, code })
  }
  const { data } = await admin().call(configuration.dictionaryItems, { type, q: 'a' })
  return { id: data[0]?.id ?? 0, rowVersion: data[0]?.rowVersion ?? 0 }
}
const template = { code: 'JJ' as const, name: '守法交接单', body: '{承租人姓名}收到车辆。' }
const templateNow = async () => {
  const { data } = await admin().call(contractTemplates.list, { q: template.name })
  const found = data[0] && { id: data[0].id, rowVersion: data[0].rowVersion }
  const { id, rowVersion } = found ?? (await admin().call(contractTemplates.save, template))
  if (!data[0]?.hasDraft && data[0])
    return admin().call(contractTemplates.save, {
      ...template,
      body: `${template.body}再次。`,
      id,
      rowVersion,
    })
  return { id, rowVersion }
}
/** A batch that is so now; nobody works it off here. */
const batchNow = async (wanted: 'running' | 'stopped' | 'fell') => {
  const clerk = backend.as('contract_clerk')
  const { id } = await clerk.call(contractBatches.start, { orderIds: [order.orderId] })
  if (wanted !== 'running') await clerk.call(contractBatches.stop, { id })
  if (wanted === 'fell')
    await inTenant(1, () =>
      db().update(contractBatchRow).set({ state: 'failed' }).where(eq(contractBatchRow.batchId, id)),
    )
  return { id }
}
const dictionaryNow = async () => {
  const all = await admin().call(configuration.dictionaries, {})
  return { type, rowVersion: all.find((one) => one.type === type)?.rowVersion ?? 0 }
}
const tenantNow = async () => {
  const { name, rowVersion } = await admin().call(tenants.get, {})
  return { name, rowVersion }
}
const seatNow = async () => {
  const { data } = await admin().call(voice.seatList, { q: '8001' })
  return { id: data[0]?.id ?? 0, rowVersion: data[0]?.rowVersion ?? 0 }
}
const listed = { numberType: 'plateNo', level: '黑', source: '内部', reason: '守法' } as const
const entryNow = async () => {
  const { data } = await admin().call(blacklist.entries, { q: '守法' })
  return { id: data[0]?.id ?? 0, rowVersion: data[0]?.rowVersion ?? 0 }
}
const readEntriesNow = async () => {
  const { id, rowVersion } = await readEntriesOf(backend, entriesFile(entryCells()))
  return { importId: id, rowVersion }
}
const courierNow = async () => {
  const { data } = await admin().call(couriers.list, { q: 'LAW' })
  return { id: data[0]?.id ?? 0, rowVersion: data[0]?.rowVersion ?? 0 }
}
const unitOf = async (kind: 'hq' | 'region') => (await admin().call(units.list, { kind })).data[0]?.id ?? 0
/** A department below headquarters on which nothing hangs. */
let unitsMade = 0
const freshUnit = async () => {
  const name = `守法${++unitsMade}部`
  const parentId = await unitOf('hq')
  const { id } = await admin().call(units.add, { parentId, kind: 'dept', name, eventId: randomUUID() })
  return { id, rowVersion: 1 }
}
/** A day far ahead that differs; each call has one of its own. */
let daysMarked = 0
const markedDay = async () => {
  const day = addDays('2040-01-02', 7 * daysMarked++)
  const name = `守法日${daysMarked}`
  await admin().call(calendar.add, { from: day, to: day, kind: '休', name, eventId: randomUUID() })
  const { data } = await admin().call(calendar.list, { q: name, sort: 'day:desc' })
  return { id: data[0]?.id ?? 0, rowVersion: data[0]?.rowVersion ?? 0 }
}
const viewed = {
  query: { state: 'active' },
  columns: { visibility: {}, order: [], widths: {}, dense: false },
  shared: false,
}
let viewsMade = 0
const viewNow = async () => {
  const name = `守法视图${++viewsMade}`
  const { id } = await admin().call(views.add, { list: 'law', name, ...viewed, eventId: randomUUID() })
  return { id, rowVersion: 1 }
}
/** A shared one of somebody who works here no longer. */
const leftView = () =>
  inTenant(1, async () => {
    const [owner] = await db()
      .insert(sysUser)
      .values({
        account: `left${++viewsMade}`,
        name: '已离职',
        passwordHash: '',
        orgUnitId: 1,
        status: '停用',
      })
      .returning({ id: sysUser.id })
    const [made] = await db()
      .insert(savedView)
      .values({ ...viewed, list: 'law', name: `离职${viewsMade}`, shared: true, ownerId: owner?.id ?? 0 })
      .returning({ id: savedView.id })
    return { id: made?.id ?? 0, rowVersion: 1 }
  })
const makerNow = async () => {
  const { data } = await admin().call(manufacturers.list, { q: 'LAW' })
  return { id: data[0]?.id ?? 0, rowVersion: data[0]?.rowVersion ?? 0 }
}
const maker = { name: '守法主机厂', interfaceState: 'none', settleCycle: 'month' } as const
/** Policies of one maker and mode are of other terms. */
const newTerm = (() => {
  let term = 0
  return () => ++term
})()
const policyNow = async () => {
  const { id: manufacturerId } = await makerNow()
  const data = await admin().call(manufacturers.policies, { manufacturerId })
  return { id: data[0]?.id ?? 0, rowVersion: data[0]?.rowVersion ?? 0 }
}
const stoppedMaker = async () => {
  const now = await makerNow()
  await inTenant(1, () =>
    db().update(manufacturer).set({ state: 'stopped' }).where(eq(manufacturer.id, now.id)),
  )
  return now
}
const company = (row: number) => ({ uscc: fakeUscc(row), legalName: '赵强', contactName: '钱丽' })
/** One that borrows: of it somebody sees as much as of its orders. */
const companyNow = async () => {
  const idNo = fakeUscc(970_002)
  await inTenant(1, () =>
    db()
      .insert(customer)
      .values({ customerNo: 'KLAW', name: '守法承租有限公司', idNo, idType: '90', mobile: '12000000009' })
      .onConflictDoNothing(),
  )
  const { data } = await admin().call(enterprises.list, { q: idNo })
  return { id: data[0]?.id ?? 0, rowVersion: data[0]?.rowVersion ?? 0 }
}
const stoppedCompany = async () => {
  const now = await companyNow()
  await inTenant(1, () => db().update(enterprise).set({ state: 'stopped' }).where(eq(enterprise.id, now.id)))
  return now
}
const versionOfArchive = async (id: number) => ({
  id,
  rowVersion: (await archiveNow(backend, id)).rowVersion,
})
const versionOfMail = async (id: number) => ({ id, rowVersion: (await mailNow(backend, id)).rowVersion })
const loanNow = async () => {
  const loanId = await releasedLoan(backend)
  const { rowVersion } = await overpaidLoan(loanId)
  return { loanId, rowVersion, valueDate: businessDate(new Date()), reason: '守法' }
}
/** An application of a loan of its own, so far. */
const settlementNow = async (upTo: '草稿' | '待审核' | '待客户付款' = '草稿') => {
  const { orderId } = await appliedLoan(backend)
  if (upTo !== '草稿') await submitted(backend, orderId)
  if (upTo === '待客户付款') await passed(backend, 'settlement', orderId)
  const { id, rowVersion, payable, quoteDate } = await newest(backend, orderId)
  return { id, rowVersion, payable, quoteDate }
}
/** The business day of a demo, whose administrator may close it; nothing that was asked for before is under way. */
const dayNow = async () => {
  offerDemo(true)
  await inTenant(1, () => db().delete(job).where(eq(job.name, closingJob.name)))
  const { day } = await admin().call(closings.preview, {})
  return { day }
}
const repaymentNow = async () => {
  const { reason: _, ...loan } = await loanNow()
  const fact = { kind: 'receipt', amount: '10.00' } as const
  return { ...loan, fact, channel: 'transfer', thirdNo: `LAW${loan.loanId}`, payerName: '守法' } as const
}
const versionOf = ({ id, rowVersion }: { id: number; rowVersion: number }) => ({ id, rowVersion })
const statementNow = async () => {
  const { id: importId, rowVersion } = await readFileOf(backend, csvFile(statementRow()))
  return { importId, rowVersion }
}
const flowNow = async (more: Partial<Record<string, string>> = {}) => {
  const importId = await bookedStatement(backend, statementRow(more))
  const [flow] = (await backend.as('cashier').call(fundFlows.list, { importId })).data
  return { flowId: flow?.id ?? 0, rowVersion: flow?.rowVersion ?? 0 }
}
/** A flow that stands for a receipt of a loan. */
const matchedFlow = async () => {
  const flow = await flowNow()
  const parts = [{ kind: 'loan' as const, id: await releasedLoan(backend), amount: '10.00' }]
  const { id: flowId, rowVersion } = await backend.as('cashier').call(fundFlows.match, { ...flow, parts })
  return { flowId, rowVersion }
}
const onBatch = ({ batchId, rowVersion }: { batchId: number; rowVersion: number }) => ({
  batchId,
  rowVersion,
})
const texts = (values: object) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))
const jobNow = (status: 'queued' | 'failed') =>
  inTenant(1, async () => {
    const own = and(eq(job.name, 'law'), eq(job.status, status))
    const [found] = await db().select().from(job).where(own).limit(1)
    const [row] = found ? [found] : await db().insert(job).values({ name: 'law', status }).returning()
    return { id: row?.id ?? 0, rowVersion: row?.rowVersion ?? 0 }
  })
const exportNow = () =>
  inTenant(1, async () => {
    const [admin] = await db().select({ id: sysUser.id }).from(sysUser).where(eq(sysUser.account, 'admin'))
    const made = { userId: admin?.id ?? 0, title: '守法', path: couriers.exportList.path, fields: {} }
    const [row] = await db().insert(listExport).values(made).returning()
    return { id: row?.id ?? 0 }
  })
const callNow = (status: 'sent' | 'dead') =>
  inTenant(1, async () => {
    // Only a demo has simulators, and only where nothing else answers.
    offerDemo(true)
    // One whose answer somebody still needs: others ended what they had asked.
    const own = and(eq(outsideCall.status, status), isNull(outsideCall.giveUpAt))
    const [found] = await db().select().from(outsideCall).where(own).limit(1)
    const made = { port: 'esign', onceKey: status, reference: status, requestHash: '', request: {} } as const
    const nextAt = status === 'sent' ? sql`now()` : null
    const [row] = found
      ? [found]
      : await db()
          .insert(outsideCall)
          .values({ ...made, status, nextAt })
          .returning()
    return { id: row?.id ?? 0, rowVersion: row?.rowVersion ?? 0 }
  })
const productNow = async (q = 'LAW-ANN') => {
  const { data } = await admin().call(products.list, { q })
  return { id: data[0]?.id ?? 0, rowVersion: data[0]?.rowVersion ?? 0 }
}
const sceneNow = async (state: '草稿' | '开启') => {
  const { data } = await backend.as('risk_manager').call(riskScenes.list, { state, sceneCode: 'RISK' })
  const [{ id, rowVersion } = { id: 0, rowVersion: 0 }] = data
  return { id, rowVersion }
}
/** The standard product under another code. */
const lawProduct = async () => {
  const { values } = await admin().call(products.get, { id: (await productNow('STD-ANN')).id })
  return { ...values, code: 'LAW-ANN', name: '守法' }
}
const residual = { brand: '守法', series: '', ageMonths: 12, ratio: '0.6' }
const residualNow = async () => {
  const { data } = await admin().call(products.residuals, { q: residual.brand })
  if (data[0]) return { id: data[0].id, rowVersion: data[0].rowVersion }
  return { id: (await admin().call(products.saveResidual, residual)).id, rowVersion: 1 }
}
const sceneRule = {
  code: 'R900',
  name: '守法',
  fact: 'age',
  compare: 'lt',
  value: ['18'],
  outcome: 'reject',
  points: 0,
} as const
const notice = { title: '守法', body: '正文', audience: 'all' as const, sendAt: '2099-01-01T00:00:00Z' }
const noticeNow = async () => {
  const { data } = await admin().call(messages.noticeList, { q: notice.title })
  const waiting = data.find(({ status }) => status === 'scheduled')
  if (waiting) return { id: waiting.id, rowVersion: waiting.rowVersion }
  return { id: (await admin().call(messages.saveNotice, notice)).id, rowVersion: 1 }
}

/** A text of the order whose call is over, of long enough ago to be sent again. */
const smsNow = async () => {
  const now = new Date()
  const sent = { text: '守法', params: {} }
  const { id } = await inTenant(1, async () => {
    const to = { role: '承租人' as const, name: '守法', mobile: '19900001234' }
    const record = { orderId: order.orderId, kind: 'interview' as const, to, ...sent }
    const made = await sendSms(record, { today: businessDate(now), now, actor: { id: 0 } })
    const [row] = await db().select().from(smsRecord).where(eq(smsRecord.id, made.id))
    await db()
      .update(outsideCall)
      .set({ status: 'failed', nextAt: null, answeredAt: now.toISOString(), reason: '号码已停机' })
      .where(eq(outsideCall.id, row?.callId ?? 0))
    const before = sql`now() - interval '2 days'`
    await db().update(smsRecord).set({ createdAt: before }).where(eq(smsRecord.mobile, to.mobile))
    return made
  })
  return { id, rowVersion: 1 }
}

/** A link of the order's round, sent so long ago that another may follow. */
const linkOfLongAgo = () =>
  inTenant(1, async () => {
    const sentAt = sql`now() - interval '1 hour'`
    const [row] = await db()
      .update(signing)
      .set({ sentAt })
      .where(eq(signing.orderId, order.orderId))
      .returning({ id: signing.id })
    return row?.id ?? 0
  })

const testPayment = () => ({
  amount: '100.00',
  paidOn: businessDate(new Date()),
  method: 'transfer',
  payer: '李建国',
  reference: randomUUID(),
})
/** A payment of the order that a second person has checked. */
async function countedPayment() {
  await noPayments()
  const { orderId } = order
  const on = { ...(await onOrder(testPayment())), eventId: randomUUID() }
  await backend.as('cashier').upload(firstPayments.add, on as never, file)
  return inTenant(1, async () => {
    const [row] = await db()
      .update(firstPayment)
      .set({ confirmedAt: sql`now()` })
      .where(and(eq(firstPayment.orderId, orderId), isNull(firstPayment.cancelledAt)))
      .returning()
    if (!row) throw new Error('there is no payment')
    return row
  })
}
/** @returns its number */
async function refundToPay() {
  const payment = await countedPayment()
  const [refund] = await inTenant(1, () =>
    db()
      .insert(firstRefund)
      .values({
        orderId: order.orderId,
        paymentId: payment.id,
        kind: 'back',
        amount: '10.00',
        reason: '多付',
        status: '待退款',
        confirmedAt: sql`now()`,
      })
      .returning(),
  )
  return refund?.id
}
const noPayments = () =>
  inTenant(1, () =>
    db()
      .update(firstPayment)
      .set({ cancelledAt: sql`now()` })
      .where(and(eq(firstPayment.orderId, order.orderId), isNull(firstPayment.cancelledAt))),
  )

const noDevices = () =>
  inTenant(1, () => db().update(gpsDevice).set({ orderId: null }).where(eq(gpsDevice.orderId, order.orderId)))
const deviceNow = (deviceNo: string) =>
  inTenant(1, async () => {
    const [row] = await db().select().from(gpsDevice).where(eq(gpsDevice.deviceNo, deviceNo))
    return { id: row?.id ?? 0, rowVersion: row?.rowVersion ?? 0 }
  })

/** The card that pays, in a state. */
const cardIs = async (bindStatus: BindStatus) => {
  const { repayCardId } = await orderNow()
  await setCard(repayCardId, bindStatus)
}
const setCard = (id: number | null | undefined, bindStatus: BindStatus) =>
  inTenant(1, () =>
    db()
      .update(bankCard)
      .set({ bindStatus })
      .where(eq(bankCard.id, id ?? 0)),
  )
/** A seal of the order whose time stamp was refused. */
const stampRefused = () =>
  inTenant(1, async () => {
    const [paper] = await db()
      .update(contract)
      .set({ sealLevel: 'B-B' })
      .where(eq(contract.orderId, order.orderId))
      .returning()
    const key = randomUUID()
    await db().insert(outsideCall).values({
      port: 'timestamp',
      onceKey: key,
      reference: key,
      requestHash: key,
      status: 'failed',
      aboutType: 'seal',
      aboutId: paper?.id,
      nextAt: null,
    })
  })
/** The card that pays, whose bank would not end what was agreed. */
const cardStillAgreed = async () => {
  const cardId = (await orderNow()).repayCardId ?? 0
  const at = new Date().toISOString()
  await inTenant(1, () =>
    db().insert(cardRequest).values({
      orderId: order.orderId,
      cardId,
      kind: 'cancel',
      askedAt: at,
      answeredAt: at,
      outcome: 'refused',
    }),
  )
  return cardId
}
const otherCard = {
  holder: 'customer' as const,
  cardNo: '6222020200112233446',
  bankCode: 'ICBC',
  reservedMobile: '13800138000',
  reason: '换卡',
} as const
/** Another card is on its way in, in a state. */
const changingCard = async (bindStatus: BindStatus) => {
  await cardIs('已绑定')
  const contractClerk = backend.as('contract_clerk')
  await contractClerk.call(bankCards.change, {
    orderId: order.orderId,
    rowVersion: (await orderNow()).rowVersion,
    eventId: randomUUID(),
    ...otherCard,
    reservedMobile: nextPerson().mobile,
  })
  const { cards } = await contractClerk.call(bankCards.get, { orderId: order.orderId })
  await setCard(cards.find(({ place }) => place === 'next')?.id, bindStatus)
}

/** An account that a cashier entered and nobody has checked yet. */
const accountWaits = async () => {
  const cashier = backend.as('cashier')
  const { shopId } = await placeOf(clerk())
  const accountNo = String(Date.now()).padStart(19, '9')
  const account = { shopId, accountKind: 'payee' as const, holderName: '守法', bankName: '守法银行' }
  const { id } = await cashier.call(settleAccounts.save, { ...account, accountNo, isCorporate: true })
  const { data } = await cashier.call(changes.of, { kind: 'account', aboutId: id })
  const [change] = data
  if (!change) throw new Error('nothing waits')
  return { accountId: id, change }
}
const inForceAccount = async () => {
  const { data } = await backend.as('cashier').call(settleAccounts.list, { status: '已通过' })
  const [row] = data
  if (!row) throw new Error('no account is in force')
  return row
}

/** An order that is so far that a step of its release can be done. */
const releaseNow = async (step: 'make' | 'retry' | 'undo') => {
  const [made = 0] = step === 'make' ? await waitingOrders(backend) : [await payingOrder(backend)]
  if (step === 'retry') await bankSays(made, refusedBy('户名不符'))
  if (step === 'undo') await bankSays(made, paid())
  return { orderId: made, rowVersion: (await orderOf(made)).rowVersion }
}

const insurableNow = async () => {
  const orderId = await insurableOrder(backend)
  return { orderId, rowVersion: (await orderOf(orderId)).rowVersion }
}
/** A payment file whose answer was read and not decided. */
const answeredFile = async () => {
  const on = await madeFile(backend)
  const { lines } = await backend.as('cashier').call(paymentFiles.get, { fileId: on.fileId })
  const rows = lines.map(({ payNo, amount }) => [payNo, amount, '失败', '', '', '户名不符'])
  const { rowVersion } = await backend.as('cashier').upload(paymentFiles.readAnswer, on, answerFile(...rows))
  const { answers } = await backend.as('cashier').call(paymentFiles.get, { fileId: on.fileId })
  return { fileId: on.fileId, rowVersion, answerId: answers[0]?.id }
}

/** Submitted to an insurer that does not answer. */
const silentNow = async () => {
  const submitted = { ...(await insurableNow()), insurer: 'DEMO1', startDate: businessDate(new Date()) }
  const { orderId, rowVersion } = await backend
    .as('material_clerk')
    .call(papers.submitInsurer, { ...submitted, eventId: randomUUID() })
  await inTenant(1, () =>
    db().update(underwriting).set({ silent: true }).where(eq(underwriting.orderId, orderId)),
  )
  return { orderId, rowVersion }
}

/** Insured, while another policy had been typed. */
const twoPoliciesNow = async () => {
  const orderId = await insurableOrder(backend)
  await twoPolicies(backend, orderId)
  return { orderId, rowVersion: (await orderOf(orderId)).rowVersion }
}

let pushable: Promise<number> | undefined
/** An order of a funder that is so far that a step of its push can be done. */
const capitalNow = async (step: 'push' | 'result' | 'reroute' | 'withdraw') => {
  pushable ??= newFunder().then((funder) => pushableOrder(backend, funder))
  const [orderId = 0] = await copiesOf(await pushable, 1)
  const manager = backend.as('capital_mgr')
  const on = async () => ({ orderId, rowVersion: (await orderOf(orderId)).rowVersion })
  const asked = async () => ({ ...(await on()), eventId: randomUUID() })
  await inTenant(1, () => db().execute(sql`update product set capital_ids = null`))
  if (step !== 'push') await manager.call(capitalOrders.push, await asked())
  if (step === 'withdraw') await checkConsent(backend, await registerConsent(backend, orderId))
  if (step === 'reroute')
    await manager.call(capitalOrders.result, {
      ...(await asked()),
      result: 'reject',
      reply: '征信不符',
      capitalOrderNo: '',
    })
  return on()
}

const officer = () => backend.as('dd_officer')
/** The newest visit of the order. */
async function visitNow(whole: true): Promise<DiligenceView>
async function visitNow(): Promise<{ id: number; rowVersion: number }>
async function visitNow(whole?: true) {
  const { items } = await backend.as('first_reviewer').call(dueDiligence.ofOrder, { orderId: order.orderId })
  const [visit] = items
  if (!visit) throw new Error('no visit was ordered')
  return whole ? visit : { id: visit.id, rowVersion: visit.rowVersion }
}

const samples: Record<RuledName, Sample> = {
  // The life of an order, in this sequence.
  'applications.saveIntake': {
    by: 'entry_clerk',
    input: async () => onOrder({ values: intakeFor(order.person, await placeOf(clerk())) }),
  },
  'attachments.upload': {
    by: 'entry_clerk',
    input: async () => {
      const { items } = await clerk().call(attachments.materials, { orderId: order.orderId })
      const room = items.find(({ files, maxFiles }) => files.length < maxFiles)
      return { orderId: order.orderId, materialType: room?.materialType }
    },
    other: { materialType: 'another' },
  },
  'attachments.remove': {
    by: 'entry_clerk',
    input: async () => {
      const { items } = await clerk().call(attachments.materials, { orderId: order.orderId })
      return { orderId: order.orderId, fileId: items.flatMap(({ files }) => files)[0]?.id }
    },
  },
  'messages.setReminder': {
    by: 'entry_clerk',
    input: () => ({
      orderId: order.orderId,
      opens: 'intakeDetails',
      next_time: new Date(Date.now() + 86_400_000).toISOString(),
    }),
  },
  'messages.cancelReminder': { by: 'entry_clerk', input: () => ({ orderId: order.orderId }) },
  'applications.submitPre': {
    by: 'entry_clerk',
    input: async () => {
      await uploadRequired(clerk(), order.orderId)
      return onOrder()
    },
  },
  'reviews.claim': { by: 'pre_reviewer', input: () => ({ orderId: order.orderId }) },
  'reviews.unclaim': { by: 'pre_reviewer', input: () => onOrder() },
  'reviews.claimNext': { by: 'pre_reviewer', input: () => ({ stage: 'pre' }) },
  'reviews.transfer': {
    by: 'pre_reviewer',
    input: async () => onOrder({ userId: (await userIdOf('pre_reviewer2')).id }),
  },
  'evidence.pin': {
    by: 'pre_reviewer2',
    input: async () => {
      const { items } = await backend
        .as('pre_reviewer2')
        .call(attachments.materials, { orderId: order.orderId })
      const fileId = items.flatMap(({ files }) => files)[0]?.id
      const region = { x: 1000, y: 1000, width: 2000, height: 500 }
      return { orderId: order.orderId, field: 'customer.idNo', fileId, ...region }
    },
    other: { field: 'customer.name' },
  },
  'evidence.unpin': {
    by: 'pre_reviewer2',
    input: async () => {
      const { pins } = await backend.as('pre_reviewer2').call(evidence.list, { orderId: order.orderId })
      return { orderId: order.orderId, pinId: pins[0]?.id }
    },
  },
  'reviews.decidePre': {
    by: 'pre_reviewer2',
    input: () => onOrder({ result: 'pass', opinion: '资料齐全，同意' }),
  },
  'applications.saveEntry': {
    by: 'entry_clerk',
    input: async () => onOrder({ values: await finishedEntry(clerk(), order) }),
  },
  'applications.submitFirst': {
    by: 'entry_clerk',
    input: async () => onOrder({ values: await finishedEntry(clerk(), order) }),
  },
  'dueDiligence.order': {
    by: 'first_reviewer',
    input: () => ({ orderId: order.orderId, ...diligence }),
  },
  'dueDiligence.assign': {
    by: 'first_reviewer',
    input: async () => ({ ...(await visitNow()), assigneeId: (await userIdOf('dd_officer')).id }),
  },
  'dueDiligence.save': {
    by: 'dd_officer',
    input: async () => ({ id: (await visitNow()).id, answers: { report: '属实' } }),
  },
  'dueDiligence.addPhoto': {
    by: 'dd_officer',
    input: async () => ({ id: (await visitNow()).id, ...taken, subject: 'home' }),
    other: { subject: 'work' },
  },
  'dueDiligence.removePhoto': {
    by: 'dd_officer',
    input: async () => ({ id: (await visitNow()).id, photoId: (await visitNow(true)).photos[0]?.id }),
  },
  'dueDiligence.submit': {
    by: 'dd_officer',
    input: async () => {
      const { id } = await visitNow()
      await fillVisit(officer(), id)
      return visitNow()
    },
  },
  'dueDiligence.sendBack': {
    by: 'first_reviewer',
    input: async () => ({ ...(await visitNow()), reason: '照片不清', note: '请补拍' }),
  },
  'dueDiligence.resume': { by: 'dd_officer', input: () => visitNow() },
  'dueDiligence.accept': {
    by: 'first_reviewer',
    input: async () => {
      await officer().call(dueDiligence.submit, await visitNow())
      return { ...(await visitNow()), note: '' }
    },
  },
  'dueDiligence.cancel': {
    by: 'first_reviewer',
    input: async () => {
      await backend
        .as('first_reviewer')
        .call(dueDiligence.order, { orderId: order.orderId, ...diligence, kind: '电话' })
      return { ...(await visitNow()), note: '不再需要' }
    },
  },
  'reviews.recordCall': {
    by: 'first_reviewer',
    input: async () => {
      const { status, claimedBy } = await orderNow()
      if (status === 'wait_first' && claimedBy === null)
        await backend.as('first_reviewer').call(reviews.claim, { orderId: order.orderId })
      return { orderId: order.orderId, target: 'customer', result: 'pass', answers: [] }
    },
    other: { note: '别的' },
  },
  'reviews.decideFirst': {
    by: 'first_reviewer',
    input: () => onOrder({ result: 'pass', opinion: '资料齐全，同意' }),
  },
  'reviews.undoFirst': { by: 'risk_manager', input: () => onOrder({ reason: '电核须重做' }) },
  'riskApproval.decide': {
    by: 'risk_officer',
    input: async () => {
      const first = backend.as('first_reviewer')
      const { orderId } = order
      // Its pass was taken back.
      if ((await orderNow()).status === 'wait_first') {
        if ((await orderNow()).claimedBy === null) await first.call(reviews.claim, { orderId })
        const { rowVersion } = await orderNow()
        await first.call(reviews.decideFirst, {
          orderId,
          rowVersion,
          result: 'pass',
          opinion: '资料齐全，同意',
        })
      }
      if ((await orderNow()).claimedBy === null)
        await backend.as('risk_officer').call(reviews.claim, { orderId })
      const { appliedAmount } = await orderNow()
      const approvedAmount = minus(appliedAmount ?? '0', '1000.00')
      return onOrder({
        result: 'pass',
        opinion: '收入稳定，同意',
        approvedAmount,
        conditions: [{ code: 'gps' }],
      })
    },
  },
  'riskApproval.meetCondition': {
    by: 'contract_clerk',
    input: async () => {
      const { items } = await clerk().call(riskApproval.conditions, { orderId: order.orderId })
      const conditionId = items.find(({ metAt }) => metAt === null)?.id
      return onOrder({ conditionId, note: '客户已签字' })
    },
  },
  'contractTemplates.save': { input: async () => ({ ...template, ...(await templateNow()) }) },
  'contractTemplates.publish': {
    input: async () => ({ ...(await templateNow()), effectiveFrom: '2099-01-01' }),
    other: { effectiveFrom: '2099-01-02' },
  },
  'contractTemplates.stop': { input: async () => ({ ...(await templateNow()), reason: '不再使用' }) },
  'bankCards.bind': {
    by: 'contract_clerk',
    input: async () => {
      await cardIs('未绑定')
      return onOrder()
    },
  },
  'bankCards.change': {
    by: 'contract_clerk',
    input: () => onOrder(otherCard),
    other: { reason: '别的' },
  },
  'bankCards.withdraw': {
    by: 'contract_clerk',
    input: async () => {
      await changingCard('待验证')
      return onOrder({ reason: '客户反悔' })
    },
  },
  'bankCards.unbind': {
    by: 'contract_clerk',
    input: async () => {
      await cardIs('已绑定')
      return onOrder({ reason: '客户要求' })
    },
  },
  'bankCards.cancelAgain': {
    by: 'contract_clerk',
    input: async () => onOrder({ cardId: await cardStillAgreed() }),
  },
  'bankCards.addPaper': {
    by: 'contract_clerk',
    input: async () => {
      await changingCard('已绑定')
      return onOrder()
    },
  },
  'contractTemplates.start': {
    input: async () => {
      const { id, rowVersion } = await templateNow()
      const { state } = await admin().call(contractTemplates.get, { id })
      if (state !== 'stopped')
        await admin().call(contractTemplates.stop, { id, rowVersion, reason: '不再使用' })
      return { id, rowVersion: (await admin().call(contractTemplates.get, { id })).rowVersion }
    },
  },
  'contractBatches.start': { input: () => ({ orderIds: [order.orderId] }), other: { all: true } },
  'contractBatches.stop': { input: () => batchNow('running') },
  'contractBatches.resume': { input: () => batchNow('stopped') },
  'contractBatches.again': { input: () => batchNow('fell') },
  'orderContracts.generate': { input: () => onOrder() },
  'sms.send': {
    input: () => ({ orderId: order.orderId, kind: 'approved', recipients: ['customer'] }),
    other: { kind: 'interview', date: businessDate(new Date()), time: '10:00' },
  },
  'sms.resend': { input: smsNow },
  'orderSigning.send': { by: 'contract_clerk', input: () => onOrder() },
  'orderSigning.resend': {
    by: 'contract_clerk',
    input: async () => onOrder({ signingId: await linkOfLongAgo() }),
  },
  'orderSigning.stamp': {
    by: 'contract_clerk',
    input: async () => {
      await stampRefused()
      return onOrder()
    },
  },
  'orderSigning.seal': {
    by: 'contract_clerk',
    input: async () => {
      await inTenant(1, () =>
        db().update(signing).set({ status: '已签' }).where(eq(signing.orderId, order.orderId)),
      )
      return onOrder()
    },
  },

  'interviews.invite': { input: () => ({ orderId: order.orderId }) },
  'interviews.enter': {
    input: async () => ({
      id: (await joinedInterview(backend, contractClerk(), order.orderId)).id,
      hold: newHold(),
    }),
    other: { hold: newHold() },
  },
  'interviews.begin': { input: () => interviewVersion(contractClerk(), order.orderId) },
  'interviews.tick': {
    input: async () => {
      const { id, script } = await interviewNow(contractClerk(), order.orderId)
      return { id, code: script[0]?.code, ok: true, answer: '是' }
    },
    other: { answer: '同意' },
  },
  'interviews.addSnapshot': {
    input: async () => ({ id: (await interviewVersion(contractClerk(), order.orderId)).id }),
  },
  'interviews.addPiece': {
    input: async () => pieceNow((await interviewVersion(contractClerk(), order.orderId)).id, 7),
    other: { pieceNo: 8 },
    file: { name: 'a.webm', bytes: testPiece() },
  },
  'interviews.decide': {
    input: async () => {
      await fillInterview(contractClerk(), order.orderId)
      return {
        ...(await interviewVersion(contractClerk(), order.orderId)),
        passed: true,
        identityCheck: '一致',
      }
    },
  },
  'interviews.redo': {
    input: async () => ({ ...(await interviewVersion(contractClerk(), order.orderId)), reason: '录像不清' }),
  },
  'firstPayments.add': {
    by: 'cashier',
    input: async () => {
      await noPayments()
      return onOrder(testPayment())
    },
    other: { payer: '别人' },
  },
  'firstPayments.refund': {
    by: 'cashier',
    input: async () => {
      const payment = await countedPayment()
      return onOrder({
        paymentId: payment.id,
        kind: 'back',
        amount: '10.00',
        reason: '多付',
        payeeName: '李建国',
        payeeAccount: '9999990000000000121',
        payeeBank: '示例银行',
      })
    },
    other: { reason: '退款' },
  },
  'firstPayments.refundFailed': {
    by: 'cashier',
    input: async () =>
      onOrder({
        refundId: await refundToPay(),
        remedy: 'again',
        reason: '户名不符',
        payeeName: '李建国',
        payeeAccount: '9999990000000000121',
        payeeBank: '示例银行',
      }),
    other: { reason: '账户已销户' },
  },
  'firstPayments.refundPaid': {
    by: 'cashier',
    input: async () => {
      return onOrder({
        refundId: await refundToPay(),
        refundedOn: businessDate(new Date()),
        reference: randomUUID(),
      })
    },
    other: { reference: randomUUID() },
  },
  'gps.stockIn': {
    by: 'material_clerk',
    input: () => ({ deviceType: 'wired', vendor: '守法', devices: [{ deviceNo: newDeviceNo(), simNo: '' }] }),
    other: { vendor: '别家' },
  },
  'gps.issue': {
    by: 'material_clerk',
    input: async () => {
      const { id, rowVersion } = await deviceNow(await stockedDevice(backend))
      return { id, rowVersion, shopId: (await orderNow()).shopId, holder: '孙伟' }
    },
    other: { holder: '别人' },
  },
  'gps.giveBack': {
    by: 'material_clerk',
    input: async () => {
      const { id, rowVersion } = await deviceNow(await issuedDevice(backend, (await orderNow()).shopId ?? 0))
      return { id, rowVersion, reason: '不用了' }
    },
    other: { reason: '拿错了' },
  },
  'gps.spoil': {
    by: 'material_clerk',
    input: async () => {
      const { id, rowVersion } = await deviceNow(await stockedDevice(backend))
      return { id, rowVersion, reason: '无法通电' }
    },
    other: { reason: '进水' },
  },
  'gps.reserve': {
    by: 'material_clerk',
    input: async () => {
      await noDevices()
      return {
        orderId: order.orderId,
        deviceNo: await issuedDevice(backend, (await orderNow()).shopId ?? 0),
      }
    },
    other: { deviceNo: 'OTHER123' },
  },
  'gps.release': {
    by: 'material_clerk',
    input: async () => {
      await noDevices()
      return { orderId: order.orderId, deviceId: await chosenDevice(backend, order.orderId) }
    },
  },
  'gps.addPhoto': {
    by: 'material_clerk',
    input: async () => {
      await noDevices()
      const deviceId = await chosenDevice(backend, order.orderId)
      return { orderId: order.orderId, deviceId, subject: 'vin' }
    },
    other: { subject: 'device' },
  },
  'gps.fit': {
    by: 'material_clerk',
    input: async () => {
      await noDevices()
      const deviceId = await photographedDevice(backend, order.orderId)
      return { orderId: order.orderId, deviceId, ...testFitting() }
    },
    other: { installer: '别人' },
  },
  'gps.check': {
    by: 'material_clerk',
    input: async () => {
      await noDevices()
      const deviceId = await fittedDevice(backend, order.orderId)
      await inTenant(1, () =>
        db().update(gpsDevice).set({ checkedAt: null, checkedBy: null }).where(eq(gpsDevice.id, deviceId)),
      )
      return { orderId: order.orderId, deviceId }
    },
  },
  'gps.remove': {
    by: 'material_clerk',
    input: async () => {
      await noDevices()
      const deviceId = await fittedDevice(backend, order.orderId)
      return { orderId: order.orderId, deviceId, reason: '设备故障' }
    },
    other: { reason: '换设备' },
  },
  'capitalOrders.push': { by: 'capital_mgr', input: () => capitalNow('push') },
  'capitalOrders.result': {
    by: 'capital_mgr',
    input: async () => ({ ...(await capitalNow('result')), result: 'reject', reply: '征信不符' }),
    other: { reply: '车龄过长' },
  },
  'capitalOrders.consent': {
    by: 'capital_mgr',
    input: async () => {
      const { orderId, rowVersion } = await capitalNow('result')
      const { approvedAmount } = await orderOf(orderId)
      return {
        orderId,
        rowVersion,
        capitalOrderNo: randomUUID(),
        approvedAmount: approvedAmount ?? '',
      }
    },
    other: { reply: '附条件' },
  },
  'capitalOrders.reroute': {
    by: 'capital_mgr',
    input: async () => ({ ...(await capitalNow('reroute')), capitalId: await newFunder(), reason: '换一家' }),
    other: { reason: '额度不足' },
  },
  'capitalOrders.withdraw': {
    by: 'capital_mgr',
    input: async () => ({ ...(await capitalNow('withdraw')), reason: '客户新增逾期' }),
    other: { reason: '资方额度收回' },
  },
  'papers.submit': {
    by: 'material_clerk',
    input: async () => {
      await papersIn(backend, order.orderId, 'insurance', '上传中')
      return onOrder({ kind: 'insurance' })
    },
  },
  'papers.judge': {
    by: 'material_clerk',
    input: async () => {
      const { orderId } = order
      await papersIn(backend, orderId, 'insurance', '待审核')
      const { items } = await backend.as('material_clerk').call(papers.get, { orderId, kind: 'insurance' })
      const [item] = items
      const files = item?.files.map(({ id }) => id)
      return { orderId, kind: 'insurance', itemId: item?.id, files, good: false, note: '看不清' }
    },
    other: { note: '缺页' },
  },
  'papers.giveBack': {
    by: 'material_clerk',
    input: async () => {
      await papersIn(backend, order.orderId, 'insurance', '待审核', '不合格')
      return onOrder({ kind: 'insurance', reason: '保单看不清' })
    },
    other: { reason: '缺页' },
  },
  'papers.pass': {
    by: 'material_clerk',
    input: async () => {
      await papersIn(backend, order.orderId, 'insurance', '待审核')
      return onOrder({ kind: 'insurance' })
    },
  },
  'papers.expire': {
    by: 'material_clerk',
    input: async () => {
      await papersIn(backend, order.orderId, 'insurance', '通过', '通过')
      return onOrder({ kind: 'insurance', reason: '换车' })
    },
    other: { reason: '换保险公司' },
  },
  'papers.savePolicy': {
    by: 'material_clerk',
    input: async () => {
      await papersIn(backend, order.orderId, 'insurance', '上传中')
      return onOrder(testPolicy('commercial'))
    },
    other: { policyNo: 'P-OTHER' },
  },
  'papers.saveMortgage': {
    by: 'material_clerk',
    input: () => onOrder(testMortgage()),
    other: { agent: '孙伟' },
  },
  'papers.freeMortgage': {
    by: 'material_clerk',
    input: async () => {
      const { orderId } = await loanToday(backend)
      await inTenant(1, () =>
        db().insert(mortgage).values({
          orderId,
          mortgagee: '守法',
          rank: 1,
          dmvOffice: '守法',
          agent: '守法',
          applyAt: '2025-03-20',
          status: '待解押',
        }),
      )
      const { rowVersion } = await orderOf(orderId)
      return { orderId, rowVersion, releaseApplyAt: '2025-09-26' }
    },
  },
  'papers.saveRegistration': {
    by: 'material_clerk',
    input: async () => {
      const [orderId = 0] = await waitingOrders(backend)
      await asReleased(orderId)
      return { ...testRegistration(), orderId, rowVersion: (await orderOf(orderId)).rowVersion }
    },
    other: { ownerName: '孙伟' },
  },
  'papers.submitInsurer': {
    by: 'material_clerk',
    input: async () => ({
      ...(await insurableNow()),
      insurer: 'DEMO1',
      startDate: businessDate(new Date()),
    }),
    other: { insurer: 'DEMO2' },
  },
  'papers.askInsurer': { by: 'material_clerk', input: silentNow },
  'papers.choosePolicy': {
    by: 'material_clerk',
    input: async () => ({ ...(await twoPoliciesNow()), choice: 'insurer' }),
    other: { choice: 'typed' },
  },
  'riskApproval.changeTerms': {
    by: 'entry_clerk',
    input: async () => {
      const { approvedAmount, term } = await orderNow()
      return onOrder({ amount: minus(approvedAmount ?? '0', '1000.00'), term, reason: '客户自付更多' })
    },
  },
  'riskApproval.askReconsider': {
    input: async () => ({ ...(await rejectedOrder(backend)), reason: '收入证明已补齐' }),
  },
  'riskApproval.declineReconsider': {
    input: async () => ({ ...(await askedOrder(backend)), opinion: '材料不能证明收入' }),
  },
  'riskApproval.reconsider': {
    input: async () => ({ ...(await askedOrder(backend)), opinion: '收入证明有效' }),
  },
  'customers.update': {
    by: 'pre_reviewer',
    input: async () => {
      const { customerId } = await orderNow()
      const [row] = await inTenant(1, () => db().select().from(customer).where(eq(customer.id, customerId)))
      return { orderId: order.orderId, rowVersion: row?.rowVersion, reason: '客户已更名' }
    },
  },
  'applications.void': { by: 'first_reviewer', input: () => onOrder({ reason: '客户放弃' }) },
  'applications.copy': { by: 'entry_clerk', input: () => ({ orderId: order.orderId }) },

  'staff.createUser': {
    input: async () => ({ ...(await someone()), account: 'law_user' }),
    other: { name: '陈静静' },
  },
  'staff.saveUser': {
    // The rights with which the user was made wait for the second administrator until now.
    input: async () => {
      const { id } = await lawUser()
      await settledRights('userRights', id)
      return { ...(await someone()), roleCodes: ['archivist'], ...(await lawUser()) }
    },
  },
  'staff.resetPassword': { input: lawUser },
  'staff.unlockUser': {
    input: async () => {
      await inTenant(1, () =>
        db().update(sysUser).set({ status: '锁定' }).where(eq(sysUser.account, 'law_user')),
      )
      return lawUser()
    },
  },
  'staff.setUserStatus': { input: async () => ({ ...(await lawUser()), enabled: false }) },
  'staff.saveRole': {
    input: async () => ({ ...role, ...(await roleNow()), name: '守法二', permissions: ['order:view'] }),
  },
  'staff.removeRole': {
    input: async () => {
      const { id } = await roleNow()
      await settledRights('role', id)
      return roleNow()
    },
  },

  'configuration.saveMenu': { input: async () => ({ ...entry, ...(await menuNow()), name: '守法二' }) },
  'configuration.moveMenu': { input: async () => ({ ...(await menuNow()), at: 0 }) },
  'configuration.removeMenu': { input: menuNow },
  'configuration.createDictionary': { input: () => ({ type, name: '词' }), other: { name: '词二' } },
  'configuration.saveDictionary': { input: async () => ({ ...(await dictionaryNow()), name: '词三' }) },
  'configuration.saveDictionaryItem': { input: async () => ({ ...item, ...(await itemNow()), label: '乙' }) },
  'configuration.moveDictionaryItem': { input: async () => ({ ...(await itemNow()), to: 'last' }) },
  'configuration.removeDictionary': { input: dictionaryNow },

  'tenants.save': {
    input: async () => ({
      ...(await tenantNow()),
      title: '',
      themeColor: '',
      watermark: '水',
      collectOpen: true,
    }),
  },
  'tenants.uploadPicture': {
    input: async () => ({ rowVersion: (await tenantNow()).rowVersion, kind: 'logo' }),
  },
  'tenants.removePicture': {
    input: async () => ({ rowVersion: (await tenantNow()).rowVersion, kind: 'logo' }),
  },
  'tenants.officialToken': {
    input: async () => ({ rowVersion: (await tenantNow()).rowVersion, on: true }),
  },

  'voice.saveSeat': {
    input: async () => ({
      ...(await seatNow()),
      seats_number: '8001',
      agentAccount: 'law',
      enabled: true,
    }),
  },
  'voice.releaseSeat': {
    input: async () => {
      await backend.as('service_agent').call(voice.updateVoiceStatus, { seats_number: '8001', status: '2' })
      return { id: (await seatNow()).id }
    },
  },

  'blacklist.add': { input: () => ({ ...listed, number: '京A88888' }), other: { reason: '别的' } },
  'funders.add': { by: 'capital_mgr', input: () => funderInput(), other: { name: '别的资方' } },
  'funders.save': {
    by: 'capital_mgr',
    input: async () => ({
      ...(await approvedFunder(backend)),
      ...funderFacts,
      name: `改名资方${randomUUID()}`,
    }),
  },
  'funders.changeTerms': {
    by: 'capital_mgr',
    input: async () => ({
      ...(await approvedFunder(backend)),
      ...funderTerms,
      creditLimit: '2000000.00',
      reason: '增加额度',
    }),
  },
  'funders.stop': {
    by: 'capital_mgr',
    input: async () => ({ ...(await approvedFunder(backend)), reason: '不再合作' }),
  },
  'manufacturers.add': { input: () => ({ code: 'LAW', ...maker }), other: { name: '别的主机厂' } },
  'manufacturers.save': { input: async () => ({ ...(await makerNow()), ...maker, contact: '陈静' }) },
  'manufacturers.addPolicy': {
    input: async () => ({
      manufacturerId: (await makerNow()).id,
      mode: 'rate',
      rate: '0.0200',
      terms: String(newTerm()),
      firstDay: businessDate(new Date()),
      lastDay: '2099-12-31',
      billedTo: 'manufacturer',
    }),
    other: { rate: '0.0100' },
  },
  'manufacturers.endPolicy': {
    input: async () => ({ ...(await policyNow()), lastDay: '2099-01-01', reason: '提前结束' }),
  },
  'manufacturers.stop': { input: async () => ({ ...(await makerNow()), reason: '不再合作' }) },
  'manufacturers.resume': { input: async () => ({ ...(await stoppedMaker()), reason: '重新合作' }) },
  'enterprises.add': {
    input: () => ({ kind: 'partner', ...company(970_001), name: '守法有限公司' }),
    other: { name: '别的有限公司' },
  },
  'enterprises.save': {
    input: async () => ({ ...(await companyNow()), ...company(970_002), kind: 'lessee', name: '' }),
  },
  'enterprises.stop': { input: async () => ({ ...(await companyNow()), reason: '不再合作' }) },
  'enterprises.resume': { input: async () => ({ ...(await stoppedCompany()), reason: '重新合作' }) },
  'balances.topUp': {
    by: 'cashier',
    input: async () => {
      const { id, rowVersion } = await filledAccount(backend)
      return { id, rowVersion, amount: '5.00', reference: 'LAW' }
    },
    other: { amount: '6.00' },
  },
  'balances.withdraw': {
    by: 'cashier',
    input: async () => ({ ...(await filledAccount(backend)), amount: '5.00', reason: '守法' }),
  },
  'openings.saveShop': {
    by: 'channel_mgr',
    input: async () => {
      const values = shopOpening()
      return { ...values, ...(await backend.as('channel_mgr').call(openings.saveShop, values)) }
    },
  },
  'openings.saveBranch': {
    by: 'channel_mgr',
    input: async () => {
      const values = branchOpening()
      return { ...values, ...(await backend.as('channel_mgr').call(openings.saveBranch, values)) }
    },
  },
  'openings.saveChannel': {
    by: 'channel_mgr',
    input: async () => ({ ...channelOpening(), ...(await channelIn(backend, 'draft')) }),
  },
  'openings.saveRate': {
    by: 'channel_mgr',
    input: async () => {
      const [product] = await clerk().call(products.options, {})
      const shares = { rebateRate: '0.0100', commissionRate: '0.0020' }
      return { ...(await channelIn(backend, 'open')), productId: product?.id ?? 0, ...shares }
    },
  },
  'openings.addFile': {
    by: 'channel_mgr',
    input: async () => ({ id: (await channelIn(backend, 'draft')).id, paper: 'licence' }),
    other: { paper: 'agreement' },
  },
  'openings.removeFile': {
    by: 'channel_mgr',
    input: async () => {
      const { id } = await channelIn(backend, 'draft')
      return { id, fileId: (await openingNow(backend, id)).files[0]?.id ?? 0 }
    },
  },
  'openings.submit': { by: 'channel_mgr', input: () => channelIn(backend, 'draft') },
  'openings.withdraw': { by: 'channel_mgr', input: () => channelIn(backend, 'waits') },
  'openings.approve': {
    by: 'risk_manager',
    input: async () => ({ ...(await channelIn(backend, 'waits')), note: '' }),
    other: { note: '别的' },
  },
  'openings.refuse': {
    by: 'risk_manager',
    input: async () => ({ ...(await channelIn(backend, 'waits')), reason: '资料不全' }),
  },
  'openings.suspend': {
    by: 'risk_manager',
    input: async () => ({ ...(await channelIn(backend, 'open')), reason: '额度已满' }),
  },
  'openings.resume': {
    by: 'risk_manager',
    input: async () => ({ ...(await channelIn(backend, 'stopped')), note: '' }),
  },
  'openings.close': {
    by: 'risk_manager',
    input: async () => ({ ...(await channelIn(backend, 'open')), reason: '不再合作' }),
  },
  'openings.handOver': {
    by: 'risk_manager',
    input: async () => {
      const id = await openedShop(backend)
      return { id, rowVersion: (await openingNow(backend, id)).rowVersion }
    },
  },
  'views.add': {
    by: 'admin',
    input: () => ({ list: 'law', name: '守法视图', ...viewed }),
    other: { name: '别的' },
  },
  'views.save': { by: 'admin', input: async () => ({ ...(await viewNow()), name: '改名视图', ...viewed }) },
  'views.remove': { by: 'admin', input: viewNow },
  'views.takeOver': { by: 'admin', input: leftView },
  'archives.enter': {
    by: 'archivist',
    input: async () => {
      const [id = 0] = await openedArchives(backend)
      return { ...(await versionOfArchive(id)), items: [1, 2], secretLevel: '重要' }
    },
  },
  'archives.file': {
    by: 'archivist',
    input: async () => ({
      ...(await versionOfArchive(await filedArchive(backend))),
      ...storedAt,
      boxNo: 'B-099',
    }),
  },
  'archives.lose': {
    by: 'archivist',
    input: async () => ({
      ...(await versionOfArchive(await filedArchive(backend))),
      items: [1],
      reason: '守法',
    }),
  },
  'archives.apply': {
    by: 'archivist',
    input: async () => ({
      ...(await versionOfArchive(await filedArchive(backend))),
      outKind: '诉讼',
      items: [1],
      reason: '守法',
    }),
  },
  'archives.saveMail': {
    by: 'archivist',
    input: async () => {
      const [id = 0] = await openedArchives(backend)
      const mail = await versionOfMail(await draftMail(backend, [id]))
      const { archiveNo } = await archiveNow(backend, id)
      return { ...parcelOf([archiveNo]), ...mail, toName: '守法' }
    },
  },
  'archives.send': {
    by: 'archivist',
    input: async () => {
      const mailId = await draftMail(backend, await openedArchives(backend))
      const { archives: files } = await mailNow(backend, mailId)
      const codes = files.flatMap(({ items }) => items.map(({ code }) => code))
      return { ...(await versionOfMail(mailId)), courier: 'SF', expressNo: newExpressNo(), codes }
    },
  },
  'archives.voidMail': {
    by: 'archivist',
    input: async () => versionOfMail(await draftMail(backend, await openedArchives(backend))),
  },
  'archives.sign': {
    by: 'archivist',
    input: async () => versionOfMail(await sentMail(backend, await openedArchives(backend))),
  },
  'archives.bounce': {
    by: 'archivist',
    input: async () => ({
      ...(await versionOfMail(await sentMail(backend, await openedArchives(backend)))),
      reason: '守法',
    }),
  },
  'archives.tick': {
    by: 'archivist',
    input: async () => {
      const id = await sentMail(backend, await openedArchives(backend), true)
      return { id, code: (await mailNow(backend, id)).archives[0]?.items[0]?.code ?? '' }
    },
    other: { here: false },
  },
  'archives.check': {
    by: 'archivist',
    input: async () => ({
      ...(await versionOfMail(await sentMail(backend, await openedArchives(backend), true))),
      result: '缺件',
      note: '守法',
    }),
  },
  'archives.approve': {
    by: 'risk_manager',
    input: async () => versionOf(await outboundIn(backend, '待审批')),
  },
  'archives.refuse': {
    by: 'risk_manager',
    input: async () => ({ ...versionOf(await outboundIn(backend, '待审批')), reason: '守法' }),
  },
  'archives.release': { by: 'archivist', input: async () => versionOf(await outboundIn(backend, '待出库')) },
  'archives.giveBack': {
    by: 'archivist',
    input: async () => ({ ...versionOf(await outboundIn(backend, '已出库')), items: [1], broughtBy: '守法' }),
  },
  'archives.handOver': {
    by: 'archivist',
    input: async () => ({
      ...versionOf(await outboundIn(backend, '已出库', { outKind: '结清退还', dueBack: '' })),
      broughtBy: '守法',
      handedOn: businessDate(new Date()),
    }),
  },
  'archives.startTake': { by: 'archivist', input: () => ({ scope: '一库' }), other: { scope: '二库' } },
  'archives.scanTake': {
    by: 'archivist',
    input: async () => ({ id: (await startedTake(backend)).id, code: 'B-012' }),
    other: { code: 'B-013' },
  },
  'archives.finishTake': { by: 'archivist', input: async () => startedTake(backend) },
  'archives.resolveTake': {
    by: 'archivist',
    input: async () => {
      const { id, differences, rowVersion } = await startedTake(backend, await filedArchive(backend))
      return { id, rowVersion, differenceId: differences[0]?.id ?? 0, resolution: '已找到' }
    },
  },
  'units.add': {
    input: async () => ({ parentId: await unitOf('hq'), kind: 'dept', name: '守法部' }),
    other: { name: '别的部' },
  },
  'units.rename': { input: async () => ({ ...(await freshUnit()), name: '改名部' }) },
  'units.move': { input: async () => ({ ...(await freshUnit()), parentId: await unitOf('region') }) },
  'units.stop': { input: () => freshUnit() },
  'units.start': {
    input: async () => {
      const { id, rowVersion } = await freshUnit()
      await admin().call(units.stop, { id, rowVersion, eventId: randomUUID() })
      return { id, rowVersion: rowVersion + 1 }
    },
  },
  'calendar.add': {
    input: () => ({ from: '2039-01-03', to: '2039-01-03', kind: '休', name: '守法' }),
    other: { name: '别的' },
  },
  'calendar.paste': {
    input: () => ({ lines: '2038-01-01 守法 休' }),
    other: { lines: '2038-01-04 守法 休' },
  },
  'calendar.save': { input: async () => ({ ...(await markedDay()), name: '改名' }) },
  'calendar.remove': { input: markedDay },
  'couriers.add': {
    input: () => ({ code: 'LAW', name: '守法快递', reach: 'city', phone: '' }),
    other: { name: '别的' },
  },
  'couriers.save': {
    input: async () => ({ ...(await courierNow()), name: '改名快递', reach: 'city', phone: '95338' }),
  },
  'books.closePeriod': { by: 'cashier', input: async () => versionOf(await closableMonth()) },
  'books.reopenPeriod': {
    by: 'cashier',
    input: async () => ({ ...versionOf(await closedMonth()), reason: '补记' }),
  },
  'books.prove': { by: 'cashier', input: async () => ({ id: (await closableMonth()).id }) },
  'books.saveAccount': {
    by: 'cashier',
    input: async () => ({
      ...versionOf(await accountNow('1002')),
      name: '银行存款-守法',
      outsideCode: '100201',
    }),
  },
  'books.saveVoucherColumns': {
    by: 'cashier',
    input: async () => ({ columns: [{ field: 'voucherNo', title: '凭证号' }] }),
  },
  'couriers.stop': { input: async () => ({ ...(await courierNow()), reason: '不再合作' }) },
  'loans.propose': {
    by: 'postloan',
    input: async () => ({ ...(await loanNow()), fact: { kind: 'fee', amount: '100.00', periodNo: 1 } }),
  },
  'loans.payOut': {
    by: 'postloan',
    input: async () => ({ ...(await loanNow()), fact: { kind: 'overpayment', amount: '100.00' } }),
  },
  'loans.writeOff': {
    by: 'risk_manager',
    input: async () => ({ ...(await loanNow()), fact: { kind: 'write_off' } }),
  },
  'settlements.create': {
    by: 'postloan',
    input: async () => ({ ...quotedToday(), loanId: (await loanToday(backend)).loanId }),
    other: { note: '别的' },
  },
  'settlements.save': {
    by: 'postloan',
    input: async () => {
      const { id, rowVersion } = await settlementNow()
      return { ...quotedToday(), id, rowVersion, waivedBreach: '1.00' }
    },
  },
  'settlements.submit': {
    by: 'postloan',
    input: async () => {
      const { id, rowVersion } = await settlementNow()
      return { id, rowVersion }
    },
  },
  'settlements.withdraw': {
    by: 'postloan',
    input: async () => {
      const { id, rowVersion } = await settlementNow()
      return { id, rowVersion, reason: '守法' }
    },
  },
  'settlements.pay': {
    by: 'cashier',
    input: async () => {
      const { id, rowVersion, payable, quoteDate } = await settlementNow('待客户付款')
      return { id, rowVersion, ...settlementPayment({ paidAmount: payable, paidOn: quoteDate }) }
    },
  },
  'deductions.start': { by: 'postloan', input: () => dueLoan(backend) },
  'closings.run': { input: dayNow, other: { day: '2020-01-01' } },
  'repayments.register': { by: 'cashier', input: repaymentNow },
  'repayments.addProof': {
    by: 'cashier',
    input: async () => {
      const { loanId } = await backend.as('cashier').call(repayments.register, await repaymentNow())
      const [row] = await inTenant(1, () =>
        db().select({ id: repayment.id }).from(repayment).where(eq(repayment.loanId, loanId)),
      )
      return { loanId, repaymentId: row?.id ?? 0 }
    },
  },
  'imports.read': {
    by: 'risk_manager',
    input: () => ({ kind: 'blacklist' }),
    file: entriesFile(entryCells()),
  },
  'imports.map': {
    by: 'risk_manager',
    input: async () => ({
      ...(await readEntriesNow()),
      columns: {
        numberType: '号码类型',
        number: '号码',
        level: '级别',
        source: '来源',
        reason: '原因',
      },
    }),
    other: { columns: {} },
  },
  'imports.book': { by: 'risk_manager', input: () => readEntriesNow() },
  'imports.undo': { by: 'risk_manager', input: () => bookedEntries(backend, entryCells()) },
  'fundFlows.readStatement': {
    by: 'cashier',
    input: () => ({ accountNo: ownAccount }),
    other: { accountNo: fakeAccountNo(1_015) },
    file: csvFile(statementRow()),
  },
  'fundFlows.mapColumns': {
    by: 'cashier',
    input: async () => ({
      ...(await statementNow()),
      columns: { flowNo: '流水号', date: '交易时间', amount: '金额', direction: '收付' },
    }),
  },
  'fundFlows.bookStatement': { by: 'cashier', input: statementNow },
  'fundFlows.undoStatement': {
    by: 'cashier',
    input: async () => {
      const importId = await bookedStatement(backend, statementRow())
      const { rowVersion } = await backend.as('cashier').call(fundFlows.statement, { importId })
      return { importId, rowVersion }
    },
  },
  'fundFlows.startMatch': { by: 'cashier', input: () => ({}) },
  'fundFlows.match': {
    by: 'cashier',
    input: async () => ({
      ...(await flowNow()),
      parts: [{ kind: 'loan', id: await releasedLoan(backend), amount: '10.00' }],
    }),
  },
  'fundFlows.hold': { by: 'cashier', input: async () => ({ ...(await flowNow()), reason: '来源不明' }) },
  'fundFlows.unmatch': {
    by: 'cashier',
    input: async () => {
      const flow = await flowNow()
      const held = await backend.as('cashier').call(fundFlows.hold, { ...flow, reason: '来源不明' })
      return { flowId: held.id, rowVersion: held.rowVersion, reason: '守法' }
    },
  },
  'fundFlows.askUnmatch': {
    by: 'cashier',
    input: async () => ({ ...(await matchedFlow()), reason: '守法' }),
  },
  'serviceFees.make': {
    by: 'capital_mgr',
    input: async () => {
      const { capitalId, month } = await assistedLoan(backend)
      return { capitalId, month }
    },
  },
  'serviceFees.readStatement': {
    by: 'capital_mgr',
    input: async () => onBatch(await madeBatch(backend)),
    file: feeStatement(['L1', 1, '1.00']),
  },
  'serviceFees.compare': {
    by: 'capital_mgr',
    input: async () => {
      const { batchId, rowVersion } = await madeBatch(backend)
      const by = backend.as('capital_mgr')
      const file = feeStatement(['L1', 1, '1.00'])
      const read = await by.upload(serviceFees.readStatement, { batchId, rowVersion }, file)
      return { batchId, rowVersion: read.rowVersion }
    },
  },
  'serviceFees.resolve': {
    by: 'capital_mgr',
    input: async () => {
      const { batchId } = await comparedBatch(backend, '70.00')
      const { data } = await backend.as('capital_mgr').call(serviceFees.lines, { batchId })
      const [line] = data
      return { lineId: line?.id ?? 0, rowVersion: line?.rowVersion ?? 0, resolve: '按资方', note: '守法' }
    },
  },
  'serviceFees.confirmFirst': {
    by: 'capital_mgr',
    input: async () => onBatch(await comparedBatch(backend)),
  },
  'serviceFees.confirm': {
    by: 'finance_checker',
    input: async () => {
      const batch = onBatch(await comparedBatch(backend))
      const { rowVersion } = await backend.as('capital_mgr').call(serviceFees.confirmFirst, batch)
      return { ...batch, rowVersion }
    },
  },
  'serviceFees.reopen': {
    by: 'finance_checker',
    input: async () => ({ ...onBatch(await confirmedBatch(backend)), reason: '守法' }),
  },
  'serviceFees.invoice': {
    by: 'finance_checker',
    input: async () => ({ ...onBatch(await confirmedBatch(backend)), invoiceNo: 'INV-LAW' }),
  },
  'serviceFees.settle': {
    by: 'cashier',
    input: async () => {
      const batch = onBatch(await invoicedBatch(backend))
      const { flowId } = await flowNow({ 金额: '78.07' })
      return { ...batch, flowId }
    },
  },
  'serviceFees.cancel': {
    by: 'capital_mgr',
    input: async () => ({ ...onBatch(await madeBatch(backend)), reason: '守法' }),
  },
  'blacklist.stop': { input: async () => ({ ...(await entryNow()), reason: '误报' }) },

  'bulk.start': {
    by: 'admin',
    input: async () => ({
      title: '停用',
      path: blacklist.stop.path,
      rows: [{ name: '守法', fields: { ...texts(await entryNow()), reason: '误报' } }],
    }),
    other: { title: '别的' },
  },

  'listExports.start': {
    by: 'admin',
    input: () => ({
      title: '快递公司',
      path: couriers.exportList.path,
      fields: { sort: 'createdAt:desc', columns: '["code"]' },
    }),
    other: { title: '别的' },
  },
  'listExports.cancel': { by: 'admin', input: exportNow },

  'jobs.runNow': { input: () => ({ name: 'files.sweep' }) },
  'jobs.stop': { input: async () => jobNow('queued') },
  'jobs.retry': { input: async () => jobNow('failed') },

  'outside.setSimulator': {
    input: () => {
      // Only a demo has simulators, and only where nothing else answers.
      offerDemo(true)
      return { port: 'esign', byHand: true }
    },
    other: { byHand: false },
  },
  'outside.simulate': { input: async () => ({ ...(await callNow('sent')), outcome: 'never' }) },
  'outside.resend': { input: async () => callNow('dead') },

  'riskScenes.draft': { input: async () => ({ id: (await sceneNow('开启')).id }) },
  'riskScenes.save': {
    input: async () => ({
      ...(await sceneNow('草稿')),
      passFrom: 60,
      rejectBelow: 30,
      rules: [sceneRule],
      productCodes: [],
    }),
  },
  'riskScenes.open': { input: () => sceneNow('草稿') },
  'riskScenes.close': { input: () => sceneNow('开启') },
  'riskScenes.discard': {
    input: async () => {
      const { data } = await backend.as('risk_manager').call(riskScenes.list, { sceneCode: 'RISK' })
      const from = { id: data[0]?.id ?? 0, eventId: randomUUID() }
      await backend.as('risk_manager').call(riskScenes.draft, from)
      return sceneNow('草稿')
    },
  },
  'products.save': {
    input: async () => {
      const values = await lawProduct()
      const { id, rowVersion } = await productNow()
      if (id) return { id, rowVersion, values: { ...values, name: '守法二' } }
      const made = await admin().call(products.save, { values })
      return { ...made, values: { ...values, name: '守法二' } }
    },
  },
  'products.publish': { input: async () => ({ ...(await productNow()), effectiveFrom: '2099-01-01' }) },
  'products.revise': { input: async () => ({ id: (await productNow()).id }) },
  'products.stop': { input: async () => ({ ...(await productNow()), reason: '停售' }) },
  'products.discard': { input: productNow },
  'products.saveResidual': {
    input: async () => ({ ...residual, ...(await residualNow()), ratio: '0.5' }),
  },
  'products.removeResidual': { input: residualNow },
  'products.addFee': {
    input: () => ({
      code: 'LAW',
      name: '守法',
      feeClass: 'other',
      basis: '固定',
      amount: '10.00',
      chargeMode: 'upfront',
      refundable: '不退',
      inApr: true,
      effectiveFrom: '2099-01-01',
    }),
    other: { name: '守法二' },
  },
  'products.stopFee': {
    input: async () => {
      const { data } = await admin().call(products.fees, { q: 'LAW' })
      return { id: data[0]?.id, rowVersion: data[0]?.rowVersion, reason: '停收' }
    },
  },

  'releases.make': { by: 'cashier', input: async () => releaseNow('make') },
  'releases.finishTask': {
    by: 'postloan',
    input: async () => {
      const { orderId } = await loanToday(backend)
      await inTenant(1, () =>
        db()
          .insert(releaseTask)
          .values({ orderId, kind: 'title_transfer', dueDay: addDays(businessDate(new Date()), 10) }),
      )
      const { rowVersion } = await orderOf(orderId)
      return { orderId, rowVersion, kind: 'title_transfer' as const, doneOn: businessDate(new Date()) }
    },
  },
  'releases.back': {
    by: 'cashier',
    input: async () => ({ ...(await releaseNow('make')), reason: '发票有误' }),
  },
  'releases.ready': {
    by: 'cashier',
    input: async () => {
      const { orderId, rowVersion } = await releaseNow('make')
      await openGates(orderId)
      const sent = { orderId, rowVersion, reason: '发票有误', eventId: randomUUID() }
      return { orderId, rowVersion: (await backend.as('cashier').call(releases.back, sent)).rowVersion }
    },
  },
  'releases.retry': {
    by: 'cashier',
    input: async () => {
      const input = await releaseNow('retry')
      const { payees } = await backend.as('cashier').call(releases.get, { orderId: input.orderId })
      return { ...input, payee: payees[0]?.key, reason: '核实' }
    },
  },
  'releases.undo': {
    by: 'finance_checker',
    input: async () => ({ ...(await releaseNow('undo')), bankReference: 'BACK', reason: '退票' }),
  },
  'releases.result': {
    by: 'cashier',
    input: async () => {
      const orderId = await silentOrder(backend)
      const { rowVersion } = await orderOf(orderId)
      return { orderId, rowVersion, result: '失败', reason: '银行确认未付出' }
    },
    other: { reason: '账户冻结' },
  },
  'paymentFiles.make': {
    by: 'cashier',
    input: async () => {
      await unfiledOrder(backend)
      return fileToMake(backend)
    },
    other: { amount: '1.00' },
  },
  'paymentFiles.readAnswer': {
    by: 'cashier',
    input: () => madeFile(backend),
    file: answerFile(['PAY0', '1.00', '成功', 'B', '2026-01-01', '']),
  },
  'paymentFiles.book': {
    by: 'finance_checker',
    input: () => answeredFile(),
    other: { answerId: 9_999_999 },
  },
  'paymentFiles.refuseAnswer': {
    by: 'finance_checker',
    input: async () => ({ ...(await answeredFile()), reason: '是受理回执' }),
    other: { reason: '不是银行的文件' },
  },
  'paymentFiles.cancel': {
    by: 'finance_checker',
    input: async () => ({ ...(await madeFile(backend)), reason: '账户有误' }),
  },
  'paymentFiles.askCancel': {
    by: 'cashier',
    input: async () => ({ ...(await takenFile(backend)), reason: '银行柜台确认未执行' }),
  },
  'settleAccounts.save': {
    by: 'cashier',
    input: async () => {
      const { id, rowVersion, shopId } = await inForceAccount()
      const values = {
        accountKind: 'payee',
        holderName: '守法',
        accountNo: '9999990000000009',
        bankName: '守法',
      }
      return { id, rowVersion, shopId, ...values, isCorporate: true }
    },
  },
  'settleAccounts.stop': {
    by: 'cashier',
    input: async () => {
      const { id, rowVersion } = await inForceAccount()
      return { id, rowVersion, reason: '门店销户' }
    },
  },
  'changes.approve': {
    by: 'finance_checker',
    input: async () => {
      const { change } = await accountWaits()
      return { ids: [change.id], hashes: [change.contentHash] }
    },
  },
  'changes.refuse': {
    by: 'finance_checker',
    input: async () => {
      const { change } = await accountWaits()
      return { id: change.id, rowVersion: change.rowVersion, reason: '户名不符' }
    },
  },
  'changes.withdraw': {
    by: 'cashier',
    input: async () => {
      const { change } = await accountWaits()
      return { id: change.id, rowVersion: change.rowVersion, reason: '填错了' }
    },
  },
  'changes.setDeputy': {
    by: 'finance_checker',
    input: async () => {
      const fromDay = businessDate(new Date())
      const { id: deputyId } = await userIdOf('finance_checker2')
      return { deputyId, fromDay, untilDay: addDays(fromDay, 3), reason: '休假' }
    },
    other: { reason: '别的' },
  },
  'changes.endDeputy': {
    by: 'finance_checker',
    input: async () => {
      const { data } = await backend.as('finance_checker').call(changes.deputies, {})
      return { id: data[0]?.id, rowVersion: data[0]?.rowVersion }
    },
  },

  'messages.sendNotice': { input: () => ({ title: '守法', body: '正文' }), other: { body: '别的' } },
  'messages.saveNotice': { input: async () => ({ ...notice, ...(await noticeNow()), body: '正文二' }) },
  'messages.withdrawNotice': { input: noticeNow },

  'oversight.endSessions': {
    input: async () => {
      await backend.as('cashier').token()
      const { id: userId } = await userIdOf('cashier')
      const [row] = await inTenant(1, () =>
        db()
          .select({ id: userSession.id })
          .from(userSession)
          .where(and(eq(userSession.userId, userId), isNull(userSession.endedAt))),
      )
      return { ids: [row?.id], reason: '维护' }
    },
  },
  'oversight.handleFeedback': {
    input: async () => {
      await clerk().call(system.sendFeedback, { plain_type: '01', content: '慢', page: '/' })
      const { data } = await admin().call(oversight.feedback, {})
      return { id: data[0]?.id, rowVersion: data[0]?.rowVersion, note: '好', answer: true }
    },
  },
  'oversight.settleError': {
    input: async () => {
      const error = { type: 'react' as const, message: 'x', stack: '', info: '', url: '/', time: Date.now() }
      await clerk().call(system.uploadErrors, { errors: [error] })
      const { data } = await admin().call(oversight.errors, {})
      return { id: data[0]?.id, rowVersion: data[0]?.rowVersion, status: '已解决', note: '' }
    },
  },

  'collect.makeLink': {
    by: 'entry_clerk',
    input: async () => ({ shopId: (await placeOf(clerk())).shopId, days: 3 }),
    other: { days: 7 },
  },
  'collect.revokeLinks': {
    by: 'entry_clerk',
    input: async () => ({ ids: [(await clerk().call(collect.links, {}))[0]?.id] }),
  },
  'complaints.save': {
    input: () => ({
      insuredname: '李建国',
      mobile: '19000000001',
      category: '2',
      content: '态度不好',
      level: '一般',
    }),
    other: { content: '别的' },
  },
}

/** Accounts that differ from another one in one thing: the data scope, or having no role at all. */
const farFrom = (account: string) => `far_${account}`
const accounts = [...new Set((Object.keys(samples) as RuledName[]).map((name) => tried(name).by))]

beforeAll(async () => {
  // A job that is run meanwhile would leave traces of its own.
  backend = await openTestBackend({ background: false })
  // A call to the outside is written; nobody listens there, and no seal is there to be put on.
  const nowhere = { url: new URL('http://127.0.0.1:9/'), key: 'nobody has this key, of 32 characters' }
  wirePorts({
    sms: nowhere,
    cardCheck: nowhere,
    deduction: nowhere,
    deduct: nowhere,
    payment: nowhere,
    insurer: nowhere,
    timestamp: nowhere,
  })
  sealWith({ blq: { p12: 'none', password: '' } }, tmpdir())
  file = { name: 'a.jpg', bytes: await testPicture() }
  await inTenant(1, async () => {
    for (const account of accounts) {
      const [user] = await db().select().from(sysUser).where(eq(sysUser.account, account))
      if (!user) throw new Error(`the seed has no ${account}`)
      const { id: _id, mobile: _mobile, ...copy } = user
      const far = { ...copy, account: farFrom(account), dataScope: 'self' }
      await db().insert(sysUser).values(far)
      if (account === 'admin')
        await db()
          .insert(sysUser)
          .values({ ...copy, account: 'nobody', roleCodes: [] })
    }
  })
  // A customer under another name than in the record.
  const former = await draftOrder(clerk())
  const { orderId, rowVersion } = former
  await clerk().call(applications.void, { orderId, rowVersion, reason: '客户放弃' })
  order = await draftOrder(clerk(), { ...former.person, name: '甄改名', mobile: nextPerson().mobile })
  await watchTables()
}, 120_000)
afterAll(async () => {
  wirePorts()
  await backend.close()
})

/** The plan and the workers write these at any time. */
const ofWorkers = ['job', 'outside_attempt']
/** Of calls outward the rows alone are counted; any call notes once a minute that its session is there. */
const watchedFor: Record<string, string> = {
  outside_call: 'INSERT OR DELETE',
  user_session: 'INSERT OR DELETE OR UPDATE OF ended_at',
}

/** From now on the database writes down each write of a row; asking all tables would cost more than the writes. */
function watchTables(): Promise<unknown> {
  return asOwner(async (connection) => {
    const { rows } = await connection.exec(
      // An event under which nothing was done is forgotten again: it was not written.
      `CREATE TABLE written (place text NOT NULL, writes int NOT NULL);
       CREATE FUNCTION note_write() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
         INSERT INTO public.written VALUES (TG_TABLE_NAME || ' ' || coalesce(NEW.tenant_id, OLD.tenant_id),
           CASE WHEN TG_OP = 'DELETE' AND TG_TABLE_NAME = 'event_answer' THEN -1 ELSE 1 END);
         RETURN NULL;
       END $$;
       SELECT table_name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'tenant_id'`,
    )
    const names = (rows as { table_name: string }[])
      .map((row) => row.table_name)
      .filter((name) => !ofWorkers.includes(name))
    const watches = names.map(
      (
        name,
      ) => `CREATE TRIGGER note_write AFTER ${watchedFor[name] ?? 'INSERT OR UPDATE OR DELETE'} ON "${name}"
        FOR EACH ROW EXECUTE FUNCTION note_write()`,
    )
    return connection.exec(watches.join(';'))
  })
}

/** The number of writes of rows of each table for each tenant. */
async function everyTable(): Promise<Record<string, number>> {
  const { rows } = await asOwner((connection) =>
    connection.exec('SELECT place, sum(writes)::int AS writes FROM written GROUP BY place'),
  )
  return Object.fromEntries(
    (rows as { place: string; writes: number }[]).map(({ place, writes }) => [place, writes]),
  )
}

const changed = (before: Record<string, number>, after: Record<string, number>) =>
  Object.keys(after).filter((name) => (before[name] ?? 0) !== after[name])

type Ruled = Extract<Writes, { action: unknown }>

/** The call with all that the law asks of it. */
function tried(name: RuledName) {
  const [domain = '', call = ''] = name.split('.')
  const endpoint = (contracts as unknown as Record<string, Record<string, Endpoint>>)[domain]?.[call]
  const writes = endpoint?.writes
  if (!endpoint || !writes || !('action' in writes)) throw new Error(`${name} is no write of the rule`)
  const rules: SubjectRules = subjects[writes.on as RuledSubject]
  const by = samples[name].by ?? holderOf(endpoint)
  const send = async (caller: Caller, input: Input) => {
    if (endpoint.kind !== 'upload') return caller.send(endpoint, input)
    const done = caller.upload(endpoint, input as never, samples[name].file ?? file)
    return done.then(
      (body): { status: number; body: unknown } => ({ status: 200, body }),
      ({ status, body }: { status: number; body: unknown }) => ({ status, body }),
    )
  }
  return { endpoint, writes: writes as Ruled, rules, by, send }
}

const startMany = (caller: Caller, { endpoint }: ReturnType<typeof tried>, rows: readonly Input[]) =>
  caller.send(bulk.start, {
    title: '守法',
    path: endpoint.path,
    eventId: randomUUID(),
    rows: rows.map((row) => ({ name: '守法', fields: textsOf(row as Record<string, WireValue>) })),
  })

/** Of many rows each is refused as it would be by itself, and nothing else is written but that. */
async function leaveMany(
  law: ReturnType<typeof tried>,
  caller: Caller,
  rows: readonly Input[],
  tenantId = 1,
): Promise<void> {
  const { path } = law.endpoint
  const { status, body } = await startMany(caller, law, rows)
  expect({ path, status, body }).toMatchObject({ path, status: 200 })
  const { id } = body as { id: number }
  const before = await everyTable()
  const step = <T>(work: () => Promise<T>) => inTenant(tenantId, work)
  await workRows(id, { tenantId, step, signal: new AbortController().signal })
  const { state, refused } = await caller.call(bulk.get, { id })
  const own = ['bulk_run', 'bulk_row', 'notification'].map((name) => `${name} ${tenantId}`)
  const wrote = changed(before, await everyTable()).filter((name) => !own.includes(name))
  expect({ path, state, refused, wrote }).toEqual({ path, state: 'done', refused: rows.length, wrote: [] })
}

/** Looks a row up as the frame does, in the name of somebody who sees all. */
function lockOf({ writes: { id }, rules }: ReturnType<typeof tried>, input: Input, actorId: number) {
  const actor = { id: actorId, dataScope: 'all', shopId: null, permissions: new Set(), roles: [] }
  const call = { actor, tenantId: 1, now: new Date() } as unknown as Call
  return () => rules.lock(id === 'own' ? 1 : input[id ?? ''], call)
}

/** The version of the row that an input names, or undefined where it is gone. */
const versionNow = (law: ReturnType<typeof tried>, input: Input, actorId: number) =>
  inTenant(1, async () => {
    const row = await lockOf(law, input, actorId)()
    if (row === undefined) return undefined
    return ((law.rules.versionOf?.(row) ?? row) as { rowVersion: number }).rowVersion
  })

/** True where a second call that wants the row has to wait for the first: it gives up at once instead. */
const isHeld = (lock: () => Promise<unknown>) =>
  inTenant(1, async () => {
    await lock()
    const second = detached(() =>
      inTenant(1, async () => {
        await db().execute(sql`set local lock_timeout = '50ms'`)
        await lock()
      }),
    )
    return second.then(
      () => false,
      (error: unknown) => databaseError(error)?.code === '55P03',
    )
  })

test.each(Object.keys(samples) as RuledName[])(
  '%s keeps the law of writes',
  async (name) => {
    const law = tried(name)
    const { writes, rules, by, send } = law
    const caller = backend.as(by)
    const input = { ...(await samples[name].input()), eventId: randomUUID() }
    const named = writes.id !== undefined && writes.id !== 'own'
    const many = named && Array.isArray(input[writes.id as keyof typeof input])
    await Promise.all(
      [caller, backend.as(farFrom(by)), backend.as(by, 'qhe'), backend.as('nobody')].map((one) =>
        one.token(),
      ),
    )

    const untouched = await everyTable()
    const refused = async (what: string, status: number, by: Caller, sent: Input) => {
      const answer = await send(by, sent)
      const got = { name, what, status: answer.status, wrote: changed(untouched, await everyTable()) }
      expect(got).toEqual({ name, what, status, wrote: [] })
      return answer.body
    }
    // Everybody who is signed in has views of lists and exports; those of others are not there for him, or are shared.
    if (writes.on !== 'view' && name !== 'listExports.cancel')
      await refused('without the permission', 403, backend.as('nobody'), input)
    if (named) {
      // Of many rows those that are not there for the caller are passed over.
      await refused('in another tenant', many ? 200 : 404, backend.as(by, 'qhe'), input)
      if (!isEverywhere(rules) && !everywhere.has(writes.on as RuledSubject))
        await refused('outside the data scope', many ? 200 : 404, backend.as(farFrom(by)), input)
    }
    if ('rowVersion' in input) {
      const stale = { ...input, rowVersion: Number(input.rowVersion) - 1 }
      const body = await refused('with a stale version', 409, caller, stale)
      expect({ name, body }).toMatchObject({
        body: { code: 'stale', conflict: { rowVersion: input.rowVersion } },
      })
    }

    if (writes.many) {
      const afresh: Input = { ...input, eventId: undefined }
      const started = await startMany(backend.as('nobody'), law, [afresh])
      expect({ name, what: 'many without the permission', status: started.status }).toEqual({
        name,
        what: 'many without the permission',
        status: 403,
      })
      const stale = { ...afresh, rowVersion: Number(afresh.rowVersion) - 1 }
      const isFar = !isEverywhere(rules) && !everywhere.has(writes.on as RuledSubject)
      await leaveMany(law, caller, [stale, stale])
      if (isFar) await leaveMany(law, backend.as(farFrom(by)), [afresh])
      await leaveMany(law, backend.as(by, 'qhe'), [afresh], 2)
    }

    // PGlite has one connection: nobody is second there.
    if ('rowVersion' in input && process.env.NLOS_TEST_DATABASE_URL) {
      const held = await isHeld(lockOf(law, input, (await userIdOf(by)).id))
      expect({ name, what: 'the row is locked', held }).toEqual({
        name,
        what: 'the row is locked',
        held: true,
      })
    }

    const lastAudit = await newestAudit()
    const [first, second] = await Promise.all([send(caller, input), send(caller, input)])
    const told = writes.secret ? [200, 422] : [200, 200]
    expect({ name, what: 'twice at once', status: [first.status, second.status].sort() }).toEqual({
      name,
      what: 'twice at once',
      status: told,
    })
    if (!writes.secret) expect({ name, answer: second.body }).toEqual({ name, answer: first.body })
    const rows = await auditAfter(lastAudit)
    const actions = [writes.action].flat()
    const left = rows.filter(({ action }) => (actions as string[]).includes(action))
    expect({ name, left }).toMatchObject({ left: [{ object: expect.stringMatching(`^${rules.noun}:`) }] })
    if ('rowVersion' in input) {
      expect({ name, told: left[0]?.before ?? left[0]?.after ?? null }).not.toEqual({ name, told: null })
      const version = await versionNow(law, input, (await userIdOf(by)).id)
      const wanted = [undefined, Number(input.rowVersion) + 1]
      expect({ name, wanted, version: wanted.includes(version) || version }).toEqual({
        name,
        wanted,
        version: true,
      })
    }

    const done = await everyTable()
    const again = await send(caller, input)
    expect({ name, what: 'again', status: again.status }).toEqual({ name, what: 'again', status: told[1] })
    const other = otherThan(samples[name], writes, input)
    if (other) {
      const { status, body } = await send(caller, other)
      expect({ name, status, body }).toMatchObject({ status: 422, body: { code: 'refusals.eventReused' } })
    }
    expect({ name, what: 'wrote once', again: changed(done, await everyTable()) }).toMatchObject({
      again: [],
    })
    const [kept] = await inTenant(1, () =>
      db().select().from(eventAnswer).where(eq(eventAnswer.eventId, input.eventId)),
    )
    if (writes.secret) expect({ name, kept: kept?.answer }).toEqual({ name, kept: {} })
  },
  60_000,
)

function otherThan({ other }: Sample, { id }: Ruled, input: Input): Input | undefined {
  if (other) return { ...input, ...other }
  if ('rowVersion' in input) return { ...input, rowVersion: Number(input.rowVersion) + 7 }
  const named = id && input[id]
  if (!named) return undefined
  return { ...input, [id]: Array.isArray(named) ? [...named, 9_999_999] : 9_999_999 }
}

const newestAudit = () =>
  inTenant(1, async () => {
    const [row] = await db().select({ id: auditLog.id }).from(auditLog).orderBy(desc(auditLog.id)).limit(1)
    return row?.id ?? 0
  })
const auditAfter = (id: number) =>
  inTenant(1, () => db().select().from(auditLog).where(gt(auditLog.id, id)).orderBy(auditLog.id))

test('whatever the writes above left in the log is told in words, and so is a conflict', async () => {
  const rows = await auditAfter(0)
  const t = translator(zh)
  const paths = rows.flatMap(({ before, after }) => auditDifferences(before, after).map(({ path }) => path))
  expect([...new Set(paths)].filter((path) => wordless(pathWord(path, t)))).toEqual([])
  const actions = rows.map(({ action }) => action).filter((action) => actionWord(action, t) === action)
  expect([...new Set(actions)]).toEqual([])
  const bare = rows
    .flatMap(({ before, after }) => auditDifferences(before, after))
    .flatMap(({ path, before, after }) =>
      [before, after].flatMap((value) => {
        const word = value === null ? '' : valueWord(path, value, t)
        const name = path.split('.').at(-1) ?? path
        return typed.includes(name)
          ? []
          : word
              .split(t('ui.separator'))
              .filter(isCode)
              .map((code) => `${path}: ${code}`)
      }),
    )
  expect([...new Set(bare)]).toEqual([])
})
/** People choose these themselves, and they may look like a code: accounts, codes of their own lists, names. */
const typed = ['account', 'agentAccount', 'code', 'icon', 'name', 'take']
/** A name of the code. */
const isCode = (word: string) => /^[a-z]+(_[a-z\d]+)*$|^[a-z]+[A-Z]\w*$/.test(word)
/** A part of it is still a name of the code. */
const wordless = (word: string) => /(^|· )[a-z]\w*( \d+)?( ·|$)/.test(word)

test('what the rule does not hold is little, and known', () => {
  const own = Object.entries(contracts).flatMap(([domain, calls]) =>
    Object.entries<Endpoint>(calls).flatMap(([call, { writes, access }]) =>
      writes && 'own' in writes ? [[`${domain}.${call}`, writes.own, access === 'public'] as const] : [],
    ),
  )
  // A stranger is nobody's own, and nobody else is one.
  expect(own.filter(([, reason, isPublic]) => (reason === 'stranger') !== isPublic)).toEqual([])
  const named = (reason: string) => own.flatMap(([name, of]) => (of === reason ? [name] : []))
  expect({ session: named('session'), state: named('state'), entry: named('entry') }).toEqual({
    session: [
      'identity.logout',
      'identity.refresh',
      'identity.lock',
      'identity.unlock',
      'identity.endOwnSession',
      'identity.updatePassword',
      'voice.updateVoiceStatus',
      'voice.reportCall',
    ],
    state: [
      'identity.saveOwnInfo',
      'system.savePreference',
      'system.saveDraft',
      'system.removeDraft',
      'workspace.save',
      'workspace.saveFavourites',
      'messages.markRead',
      'messages.markAllRead',
      'messages.remove',
      'interviews.signal',
      'bulk.stop',
    ],
    entry: ['system.uploadErrors', 'system.sendFeedback'],
  })
})
