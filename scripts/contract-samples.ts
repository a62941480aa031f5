import * as z from 'zod'
import { contracts } from '../lib/domains/endpoints.ts'
import type { Endpoint } from '../lib/platform/contract/endpoint.ts'
import type { WireValue } from '../lib/platform/contract/form-text.ts'

/** Inputs by which calls that only read answer 200, and what later ones take from their answers. */

export type World = {
  tenant: string
  /** Ids of records that were seen, by what they are. */
  ids: Record<string, number | string>
}

export type Sample = {
  /** Undefined when the service has no record to ask for. */
  input: (world: World) => Record<string, WireValue> | undefined
  learn?: (body: unknown, world: World) => void
  /** Statuses beside 200 that are right as well, where roles or data decide. */
  also?: readonly number[]
}

/** Every call by `domain.name`. */
export const namedCalls: ReadonlyMap<string, Endpoint> = new Map(
  Object.entries(contracts).flatMap(([domain, calls]) =>
    Object.entries<Endpoint>(calls).map(([name, endpoint]) => [`${domain}.${name}`, endpoint] as const),
  ),
)

/** The fields without which an input is refused. */
export function requiredFields({ input }: Endpoint): string[] {
  const shape = input instanceof z.ZodObject ? (input.shape as Record<string, z.ZodType>) : {}
  return Object.entries(shape)
    .filter(([, field]) => !field.safeParse(undefined).success)
    .map(([name]) => name)
}

const plain: Sample = { input: () => ({}) }
const rows = z.union([
  z.object({ data: z.array(z.record(z.string(), z.unknown())) }),
  z.array(z.record(z.string(), z.unknown())),
])

/** Remembers a field of the first row that a list answers. */
const list = (kept: string, field = 'id', input: Record<string, WireValue> = {}): Sample => ({
  input: () => input,
  learn(body, { ids }) {
    const parsed = rows.safeParse(body)
    const first = parsed.success && (Array.isArray(parsed.data) ? parsed.data : parsed.data.data)[0]
    const value = first ? first[field] : undefined
    if (typeof value === 'number' || typeof value === 'string') ids[kept] ??= value
  },
})

/** Asks for a record that a list has shown; one that this role may not see is 404. */
const record = (kept: string, field: string, more: Record<string, WireValue> = {}): Sample => ({
  input: ({ ids }) => (ids[kept] === undefined ? undefined : { [field]: ids[kept], ...more }),
  also: [200, 403, 404, 409, 422],
})

export const samples: Record<string, Sample> = {
  'identity.loginPolicy': plain,
  'identity.captcha': { input: () => ({ redomStr: `1234${Date.now()}` }) },
  'identity.permissions': plain,
  'identity.userInfo': plain,
  'identity.ownInfo': plain,
  'identity.menus': plain,
  'identity.topMenus': plain,
  'system.dictionary': { input: () => ({ type: 'gender' }) },
  'system.versions': plain,
  'system.getPreference': { input: () => ({ key: 'contract' }) },
  'system.getDraft': { input: () => ({ key: 'contract' }) },
  'system.drafts': plain,
  'home.examine': plain,
  'home.list': plain,
  'home.getHomePageInfo': plain,
  'home.showDealer': plain,
  'home.getOrgId': plain,
  'home.datumInfo': plain,
  'home.find': { input: () => ({ q: '2025' }) },
  'products.options': plain,
  'products.shops': plain,
  'products.staff': plain,
  'products.capitals': plain,
  'applications.query': list('order'),
  'applications.intakeList': list('intake'),
  'applications.history': plain,
  'applications.get': record('order', 'orderId'),
  'applications.progress': record('order', 'orderId'),
  'applications.getIntake': record('intake', 'orderId'),
  'applications.getEntry': record('order', 'orderId'),
  'attachments.materials': record('order', 'orderId'),
  'messages.reminder': record('order', 'orderId'),
  'reviews.preList': list('review'),
  'reviews.getPre': record('review', 'orderId'),
  'reviews.taskList': plain,
  'reviews.firstList': list('firstReview'),
  'reviews.getFirst': record('firstReview', 'orderId'),
  'relations.ofOrder': record('order', 'orderId'),
  'relations.look': { input: () => ({ keys: JSON.stringify([{ kind: 'mobile', value: '12000000001' }]) }) },
  'riskApproval.list': list('risk'),
  'riskApproval.get': record('risk', 'orderId'),
  'riskScenes.list': list('scene'),
  'riskScenes.get': record('scene', 'id'),
  'workspace.read': plain,
  'messages.notices': plain,
  'messages.reminders': plain,
  'messages.official': plain,
  'messages.unread': plain,
  'messages.list': plain,
  'messages.noticeList': plain,
  'messages.audienceChoices': plain,
  'voice.getSeats': { input: () => ({ seats_number: '8001' }), also: [200, 404] },
  'voice.recentCalls': plain,
  'voice.seatList': list('seat', 'seats_number'),
  'voice.seatCalls': record('seat', 'seats_number'),
  'oversight.logins': plain,
  'oversight.operations': list('operation'),
  'oversight.operation': record('operation', 'id'),
  'oversight.online': plain,
  'oversight.feedback': plain,
  'oversight.errors': list('error'),
  'oversight.error': record('error', 'id'),
  'staff.users': plain,
  'staff.choices': plain,
  'staff.roles': list('role'),
  'staff.role': record('role', 'id'),
  'staff.menuChoices': plain,
  'configuration.menus': plain,
  'configuration.dictionaries': list('dictionary', 'type'),
  'configuration.dictionaryItems': record('dictionary', 'type'),
  'collect.form': { input: () => ({}), also: [200, 403] },
  'collect.links': plain,
  'tenants.brand': plain,
  'tenants.get': plain,
}
