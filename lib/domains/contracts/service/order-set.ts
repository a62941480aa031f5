import { and, asc, desc, eq, isNull, lte } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import type { Call } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { formatPercent } from '../../../rules/money-text.ts'
import { holdsContracts } from '../../interviews/rules/interview.ts'
import { liveInterview } from '../../interviews/service/move-interview.ts'
import { wantsInterview } from '../../interviews/service/read-interviews.ts'
import type { EntryValues } from '../../orders/rules/entry/entry-values.ts'
import { templateOf } from '../../orders/rules/entry/templates.ts'
import type { Order } from '../../orders/service/move-order.ts'
import { holderOf, repayCardOf } from '../../orders/service/repay-card.ts'
import { product } from '../../products/table.ts'
import { payeesOf } from '../../releases/service/payees.ts'
import {
  type ContractCode,
  contractNoOf,
  contractTypes,
  isLive,
  isPerGuarantor,
  mainCodes,
  templateSet,
} from '../rules/contract-kinds.ts'
import {
  type ContractPaper,
  type ContractParty,
  fillContract,
  readContractText,
} from '../rules/contract-text.ts'
import { contract, contractTemplate, contractTemplateVersion } from '../table/contracts.ts'
import { factsOfOrder, type OrderFacts } from './contract-facts.ts'

/** The set of contracts that an order needs, filled and not drawn yet. */

export type PlannedContract = {
  contractNo: string
  code: (typeof contract.$inferSelect)['code']
  guarantor: number
  /** The person whom it is with, where that is not the customer. */
  party: string | null
  version: { id: number; no: string }
  paper: ContractPaper
  signers: { signerRole: ContractParty; name: string; mobile: string | null }[]
}

/** The reason why contracts cannot be made: the key of a sentence, and what it names. */
export type Obstacle = {
  key:
    | 'noTemplate'
    | 'unplaced'
    | 'missing'
    | 'quoteDiffers'
    | 'noPlanToday'
    | 'overCap'
    | 'cardUnbound'
    | 'cardHolder'
    | 'payee'
    | 'interview'
    | 'signed'
  names: string
}

export type OrderSet = {
  facts: OrderFacts
  planned: PlannedContract[]
  obstacles: Obstacle[]
  live: number[]
}

/** The published versions that count on a day, one of each template that is not stopped. */
export async function templatesOn(today: string) {
  const rows = await db()
    .select({ template: contractTemplate, version: contractTemplateVersion, productCode: product.code })
    .from(contractTemplate)
    .innerJoin(contractTemplateVersion, eq(contractTemplateVersion.templateId, contractTemplate.id))
    .leftJoin(product, eq(product.id, contractTemplate.productId))
    .where(and(isNull(contractTemplate.stoppedAt), lte(contractTemplateVersion.effectiveFrom, today)))
    .orderBy(
      asc(contractTemplate.id),
      desc(contractTemplateVersion.effectiveFrom),
      desc(contractTemplateVersion.version),
    )
  const newest = new Map(
    rows
      .map((row) => row.template.id)
      .reverse()
      .map((id) => [id, rows.find(({ template }) => template.id === id)]),
  )
  return [...newest.values()].flatMap((row) =>
    row?.version.publishedAt ? [{ ...row.template, productCode: row.productCode, version: row.version }] : [],
  )
}

/** The templates of an order's contracts as they are in force today. */
export async function templatesOf(order: Order, call: Call) {
  const [sold] = await db()
    .select({ code: product.code })
    .from(product)
    .where(eq(product.id, order.productId ?? 0))
  const { bizMode, capitalId } = order
  const asked = { bizMode, capitalId, productCode: sold?.code ?? null }
  const set = templateSet(await templatesOn(call.today), asked)
  // Nobody mortgages a car to its owner.
  return templateOf(order).mortgage === null ? set.filter(({ code }) => code !== 'DY') : set
}

export async function orderSet(order: Order, call: Call): Promise<OrderSet> {
  const facts = await factsOfOrder(order, call)
  const before = await db()
    .select({ id: contract.id, code: contract.code, guarantor: contract.guarantor, status: contract.status })
    .from(contract)
    .where(eq(contract.orderId, order.id))
  const templates = await templatesOf(order, call)
  const { guarantors } = facts.values
  const obstacles: Obstacle[] = []
  const missing = new Set<string>()
  const numberOf = (code: PlannedContract['code'], guarantor: number) =>
    contractNoOf({
      tenant: call.tenantCode,
      code,
      year: call.today.slice(0, 4),
      orderId: order.id,
      guarantor,
      copy: before.filter((one) => one.code === code && one.guarantor === guarantor).length + 1,
    })
  const [main] = templates
  const mainNo = main ? numberOf(main.code, 0) : ''
  const planned = templates.flatMap(({ code, version }) => {
    const { blocks } = readContractText(version.body)
    const each = isPerGuarantor(code) ? guarantors.map((_, at) => at + 1) : [0]
    return each.map((guarantor): PlannedContract => {
      const contractNo = numberOf(code, guarantor)
      const { fields, ...others } = facts.of(guarantor)
      const filled = fillContract(blocks, {
        ...others,
        fields: { ...fields, 合同编号: contractNo, 主合同编号: mainNo },
      })
      for (const field of filled.missing) missing.add(field)
      return {
        contractNo,
        code,
        guarantor,
        party: guarantors[guarantor - 1]?.name ?? null,
        version: { id: version.id, no: `v${version.version}` },
        paper: { title: version.name, contractNo, company: facts.company, blocks: filled.blocks },
        signers: signersOf(facts, filled.blocks, guarantor),
      }
    })
  })
  const lacking = wantedCodes(order, guarantors.length).filter(
    (wanted) => !templates.some(({ code }) => code === wanted),
  )
  if (lacking.length > 0)
    obstacles.push({ key: 'noTemplate', names: lacking.map((code) => contractTypes[code]).join('、') })
  const unplaced = unplacedOf(facts.values, planned)
  if (lacking.length === 0 && unplaced.length > 0)
    obstacles.push({ key: 'unplaced', names: unplaced.map(({ role, name }) => `${role} ${name}`).join('、') })
  if (missing.size > 0) obstacles.push({ key: 'missing', names: [...missing].join('、') })
  if (!facts.terms.asApproved) obstacles.push({ key: 'quoteDiffers', names: '' })
  else if (facts.terms.actual === null) obstacles.push({ key: 'noPlanToday', names: call.today })
  // G8: nobody signs what cannot be released on the day it says.
  else if (facts.terms.overCap) {
    const { value, limit } = facts.terms.overCap
    const [apr, cap] = [value, limit].map((rate) => (rate === null ? '' : formatPercent(rate)))
    obstacles.push({ key: 'overCap', names: `${call.today} ${apr} > ${cap}` })
  }
  const card = await repayCardOf(order)
  if (card?.bindStatus !== '已绑定')
    obstacles.push({ key: 'cardUnbound', names: card?.bindStatus ?? say('bankCards.states.none') })
  else if (!holderOf(order, card)) obstacles.push({ key: 'cardHolder', names: card.holderName ?? '' })
  // Of a customer's own car that card is paid, which is asked for above.
  if (card?.bindStatus === '已绑定' && (await payeesOf(order)).length === 0)
    obstacles.push({ key: 'payee', names: '' })
  // G10: one that was begun counts too, whether or not the template asks for it.
  const interview = await liveInterview(order.id)
  const isMissing = interview?.status !== '通过' && wantsInterview(order)
  if (isMissing || (interview && holdsContracts(interview.status)))
    obstacles.push({ key: 'interview', names: '' })
  const live = before.filter(({ status }) => isLive(status))
  const signed = live.filter(({ status }) => status === '已签署')
  if (signed.length > 0) obstacles.push({ key: 'signed', names: '' })
  return { facts, planned, obstacles, live: live.map(({ id }) => id) }
}

/** The contracts without which an order is not signed, whatever else its product has. */
const wantedCodes = ({ bizMode }: Order, guarantors: number): ContractCode[] => {
  const main = mainCodes[bizMode ?? '']
  return [...(main ? [main] : []), ...(guarantors > 0 ? (['BZ'] as const) : [])]
}

/** The people who owe and have no place to sign in any of the texts. */
function unplacedOf({ customer, coLessees, guarantors }: EntryValues, planned: readonly PlannedContract[]) {
  const has = (role: ContractParty, guarantor?: number) =>
    planned.some(
      (one) =>
        (guarantor === undefined || one.guarantor === guarantor) &&
        one.signers.some(({ signerRole }) => signerRole === role),
    )
  const all: { role: ContractParty; name: string; placed: boolean }[] = [
    { role: '承租人', name: customer.name, placed: has('承租人') },
    ...coLessees.map(({ name }) => ({ role: '共同承租人' as const, name, placed: has('共同承租人') })),
    ...guarantors.map(({ name }, at) => ({ role: '保证人' as const, name, placed: has('保证人', at + 1) })),
  ]
  return all.filter(({ placed }) => !placed)
}

/** Whoever has a place to sign in the text, the company last. */
function signersOf({ values, company }: OrderFacts, blocks: ContractPaper['blocks'], guarantor: number) {
  const asked = new Set(blocks.flatMap((block) => (block.kind === 'signatures' ? block.parties : [])))
  const person = values.guarantors[guarantor - 1]
  const all: PlannedContract['signers'] = [
    { signerRole: '承租人', name: values.customer.name, mobile: values.customer.mobile },
    ...values.coLessees.map(({ name, mobile }) => ({ signerRole: '共同承租人' as const, name, mobile })),
    ...(person ? [{ signerRole: '保证人' as const, name: person.name, mobile: person.mobile }] : []),
    { signerRole: '出租人', name: company, mobile: null },
  ]
  return all.filter(({ signerRole }) => asked.has(signerRole))
}
