import { applications } from './applications.ts'
import { attachments } from './attachments.ts'
import { blacklist } from './blacklist.ts'
import { collect } from './collect.ts'
import { complaints } from './complaints.ts'
import { configuration } from './configuration.ts'
import { customers } from './customers.ts'
import type { Endpoint } from './endpoint.ts'
import { evidence } from './evidence.ts'
import { home } from './home.ts'
import { identity } from './identity.ts'
import { messages } from './messages.ts'
import { oversight } from './oversight.ts'
import { products } from './products.ts'
import { reviews } from './reviews.ts'
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
  evidence,
}
export type Contracts = typeof contracts

/** `POST /login/go` to its endpoint: the only calls that the door lets through and the backend answers. */
export const endpointTable: ReadonlyMap<string, Endpoint> = new Map(
  Object.values(contracts).flatMap((domain) =>
    Object.values(domain).map((call: Endpoint) => [`${call.method} ${call.path}`, call] as const),
  ),
)
