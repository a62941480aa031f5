/** Hostile texts for the service itself, in every field of every call, as somebody who may make it. Rows P12, A10. */
import { randomUUID } from 'node:crypto'
import { endpointTable } from '../lib/domains/endpoints.ts'
import { roles } from '../lib/domains/identity/rules/roles.ts'
import { encodeForm } from '../lib/platform/contract/form-text.ts'
import { sampleInput } from '../lib/platform/contract/testing.ts'
import { each } from './client.mjs'
import { hostileBodies, hostileTexts } from './payloads.mjs'
import { wrongWith } from './tally.mjs'

const WIDTH = 6
/** Texts for each field; the next field goes on in the list. */
const TEXTS = 6
/** Everything that would end the sessions that are tried with, or hold back their sign-in. */
const ENDING =
  /^\/(logout|user\/refesh|login\/go|sys\/user\/updatePwd|biz\/identity\/(session|captcha|login)|biz\/collect\/code)/
/** Everything that may stop an account comes last. */
const isLate = ({ path }) => /^\/biz\/(staff|oversight)\//.test(path)

/** A role whose holders may make the call, or its fields would never be read. */
const holderOf = ({ access }) =>
  Object.keys(roles).find(
    (role) => typeof access === 'string' || access.some((one) => roles[role].permissions.includes(one)),
  ) ?? 'admin'

export function fieldPart(tally, { client, sessionOf }) {
  return tally.part(
    'P12, A10',
    'hostile texts in every field of every call, answered by the service itself',
    async (part) => {
      const own = [...endpointTable.values()].filter(
        ({ path, kind }) => !ENDING.test(path) && kind !== 'upload',
      )
      const statuses = new Map()
      for (const endpoints of [own.filter((one) => !isLate(one)), own.filter(isLate)]) {
        await each(endpoints.flatMap(casesOf), WIDTH, async ([endpoint, name, form]) => {
          const isGet = endpoint.method === 'GET'
          if (isGet && form.length > 4_000) return
          part.tried++
          const received = await client
            .ask({
              method: endpoint.method,
              path: `/nlos${endpoint.path}${isGet ? `?${form}` : ''}`,
              body: isGet ? undefined : form,
              cookie: await sessionOf(holderOf(endpoint)),
            })
            .catch((error) => error)
          const wrong = received instanceof Error ? received.message : wrongWith(received, client)
          if (wrong) part.fell.push(`${endpoint.path} ${name}: ${wrong}`)
          if (received.headers?.['x-injected']) part.fell.push(`${endpoint.path} ${name}: a header of ours`)
          statuses.set(received.status, (statuses.get(received.status) ?? 0) + 1)
        })
      }
      return [...statuses]
        .sort()
        .map(([status, count]) => `${count} × ${status}`)
        .join(', ')
    },
  )
}

let next = 0

/** A call with one field spoilt after the other, and with bodies that are wrong as a whole. */
function casesOf(endpoint) {
  const sample = sampleInput(endpoint.input) ?? {}
  const once = () => ('eventId' in sample ? { eventId: randomUUID() } : {})
  const texts = Object.keys(endpoint.input.shape ?? {}).flatMap((field) =>
    Array.from({ length: TEXTS }, () => {
      const text = hostileTexts[next++ % hostileTexts.length]
      return [endpoint, `${field}=${text.slice(0, 30)}`, encodeForm({ ...sample, ...once(), [field]: text })]
    }),
  )
  const bodies = endpoint.method === 'GET' ? [] : hostileBodies.filter(([, body]) => body.length < 50_000)
  return [...texts, ...bodies.map(([name, body]) => [endpoint, name, body])]
}
