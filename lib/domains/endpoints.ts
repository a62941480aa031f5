import { bulk } from '../platform/bulk/contract.ts'
import { changes } from '../platform/changes/contract.ts'
import type { Endpoint } from '../platform/contract/endpoint.ts'
import { listExports } from '../platform/exports/contract.ts'
import { jobs } from '../platform/jobs/contract.ts'
import { messages } from '../platform/messages/contract.ts'
import { outside } from '../platform/outside/contract.ts'
import { archives } from './archives/contract.ts'
import { balances } from './balances/contract.ts'
import { blacklist } from './blacklist/contract.ts'
import { books } from './books/contract.ts'
import { calendar } from './calendar/contract.ts'
import { capitalOrders } from './capital/contract.ts'
import { bankCards } from './cards/contract.ts'
import { closings } from './closings/contract.ts'
import { collect } from './collect/contract.ts'
import { complaints } from './complaints/contract.ts'
import { configuration } from './configuration/contract.ts'
import { contractBatches } from './contracts/contract/batches.ts'
import { orderSigning } from './contracts/contract/order-signing.ts'
import { orderContracts } from './contracts/contract/orders.ts'
import { signing } from './contracts/contract/signing.ts'
import { contractTemplates } from './contracts/contract/templates.ts'
import { couriers } from './couriers/contract.ts'
import { customers } from './customers/contract.ts'
import { deductions } from './deductions/contract.ts'
import { dueDiligence } from './due-diligence/contract.ts'
import { enterprises } from './enterprises/contract.ts'
import { evidence } from './evidence/contract.ts'
import { firstPayments } from './first-payments/contract.ts'
import { fundFlows } from './fund-flows/contract.ts'
import { funders } from './funders/contract.ts'
import { gps } from './gps/contract.ts'
import { home } from './home/contract.ts'
import { identity } from './identity/contract.ts'
import { imports } from './imports/contract.ts'
import { interviews } from './interviews/contract.ts'
import { loans } from './loans/contract.ts'
import { manufacturers } from './manufacturers/contract.ts'
import { attachments } from './materials/contract/attachments.ts'
import { papers } from './materials/contract/papers.ts'
import { openings } from './openings/contract.ts'
import { applications } from './orders/contract.ts'
import { type OrderEvent, orderEvents } from './orders/rules/order-transitions.ts'
import { oversight } from './oversight/contract.ts'
import { otherActions } from './oversight/rules/audit-actions.ts'
import { paymentFiles } from './payment-files/contract.ts'
import { products } from './products/contract.ts'
import { relations } from './relations/contract.ts'
import { releases } from './releases/contract.ts'
import { repayments } from './repayments/contract.ts'
import { reviews } from './reviews/contract.ts'
import { riskApproval } from './risk/contract/approval.ts'
import { riskScenes } from './risk/contract/scenes.ts'
import { serviceFees } from './service-fees/contract.ts'
import { settleAccounts } from './settle-accounts/contract.ts'
import { settlements } from './settlements/contract.ts'
import { sms } from './sms/contract.ts'
import { staff } from './staff/contract.ts'
import { system } from './system/contract.ts'
import { tenants } from './tenants/contract.ts'
import { units } from './units/contract.ts'
import { views } from './views/contract.ts'
import { voice } from './voice/contract.ts'
import { workspace } from './workspace/contract.ts'

/** Every call of the /nlos/ service that the console makes, by domain. */
export const contracts = {
  identity,
  system,
  home,
  products,
  applications,
  customers,
  reviews,
  attachments,
  workspace,
  messages,
  voice,
  archives,
  balances,
  openings,
  funders,
  manufacturers,
  enterprises,
  oversight,
  staff,
  configuration,
  collect,
  complaints,
  tenants,
  blacklist,
  imports,
  closings,
  deductions,
  couriers,
  calendar,
  units,
  books,
  loans,
  repayments,
  relations,
  riskApproval,
  riskScenes,
  dueDiligence,
  evidence,
  orderContracts,
  contractTemplates,
  jobs,
  outside,
  sms,
  orderSigning,
  signing,
  bankCards,
  papers,
  capitalOrders,
  firstPayments,
  gps,
  interviews,
  contractBatches,
  changes,
  settleAccounts,
  releases,
  paymentFiles,
  fundFlows,
  serviceFees,
  settlements,
  bulk,
  listExports,
  views,
}
export type Contracts = typeof contracts

const events: ReadonlySet<string> = new Set(orderEvents.map((event) => `order.${event}`))

type Calls = { [D in keyof Contracts]: Contracts[D][keyof Contracts[D]] }[keyof Contracts]
type On<C> = C extends { writes: { on: infer S } } ? S : never

/** The kinds of records that calls write on. A read is of such kinds too, which a test holds. */
export type Subject = On<Calls>

type Left<C> = C extends { writes: infer W }
  ? W extends { action: infer A }
    ? Each<A>
    : never
  : C extends { leaves?: infer L }
    ? // Of a call that says nothing it is any text.
      string extends L
      ? never
      : NonNullable<L>
    : never
type Each<T> = T extends string
  ? Exclude<T, readonly unknown[]>
  : T extends readonly string[]
    ? T[number]
    : never

/** The actions that the audit log names: what calls declare, what else is noted, and the order machine's events. */
export type AuditAction = Left<Calls> | (typeof otherActions)[number] | `order.${OrderEvent}`

/** The same as codes, without the events, which have words of their own. */
export const auditActions: readonly string[] = [
  ...new Set([
    ...otherActions,
    ...Object.values(contracts).flatMap((calls) =>
      Object.values<Endpoint>(calls).flatMap(({ writes, leaves = [] }) =>
        [writes && 'action' in writes ? writes.action : leaves].flat(),
      ),
    ),
  ]),
].filter((code) => !events.has(code))

/** `POST /login/go` to its endpoint: the only calls that the door lets through and the backend answers. */
export const endpointTable: ReadonlyMap<string, Endpoint> = new Map(
  Object.values(contracts).flatMap((domain) =>
    Object.values(domain).map((call: Endpoint) => [`${call.method} ${call.path}`, call] as const),
  ),
)
