import { otherActions } from '../rules/audit-actions.ts'
import { type OrderEvent, orderEvents } from '../rules/order-transitions.ts'
import { applications } from './applications.ts'
import { attachments } from './attachments.ts'
import { bankCards } from './bank-cards.ts'
import { blacklist } from './blacklist.ts'
import { bulk } from './bulk.ts'
import { capitalOrders } from './capital-orders.ts'
import { changes } from './changes.ts'
import { collect } from './collect.ts'
import { complaints } from './complaints.ts'
import { configuration } from './configuration.ts'
import { contractBatches } from './contract-batches.ts'
import { contractTemplates } from './contract-templates.ts'
import { customers } from './customers.ts'
import { dueDiligence } from './due-diligence.ts'
import type { Endpoint } from './endpoint.ts'
import { evidence } from './evidence.ts'
import { firstPayments } from './first-payments.ts'
import { gps } from './gps.ts'
import { home } from './home.ts'
import { identity } from './identity.ts'
import { interviews } from './interviews.ts'
import { jobs } from './jobs.ts'
import { messages } from './messages.ts'
import { orderContracts } from './order-contracts.ts'
import { orderSigning } from './order-signing.ts'
import { outside } from './outside.ts'
import { oversight } from './oversight.ts'
import { papers } from './papers.ts'
import { paymentFiles } from './payment-files.ts'
import { products } from './products.ts'
import { relations } from './relations.ts'
import { releases } from './releases.ts'
import { reviews } from './reviews.ts'
import { riskApproval } from './risk-approval.ts'
import { riskScenes } from './risk-scenes.ts'
import { settleAccounts } from './settle-accounts.ts'
import { signing } from './signing.ts'
import { sms } from './sms.ts'
import { staff } from './staff.ts'
import { system } from './system.ts'
import { tenants } from './tenants.ts'
import { voice } from './voice.ts'
import { workspace } from './workspace.ts'

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
  oversight,
  staff,
  configuration,
  collect,
  complaints,
  tenants,
  blacklist,
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
  bulk,
}
export type Contracts = typeof contracts

const events: ReadonlySet<string> = new Set(orderEvents.map((event) => `order.${event}`))

type Calls = { [D in keyof Contracts]: Contracts[D][keyof Contracts[D]] }[keyof Contracts]
type On<C> = C extends { writes: { on: infer S } } ? S : never

/** What calls write on. What a read is of is one of them, which a test holds. */
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

/** What the audit log says was done: what calls declare, what else is noted, and the events of the order machine. */
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
