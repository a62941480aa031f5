import type { Endpoint } from '../contracts/endpoint.ts'
import { contracts } from '../contracts/index.ts'
import type { Call, PublicCall } from './context.ts'
import { type FieldMask, fieldMask } from './field-mask.ts'
import type { FileAnswer } from './handler.ts'
import { handlers } from './handlers.ts'

/** A call with its handler, its types forgotten: input was parsed by the endpoint's own schema. */
export type Route = { name: string; endpoint: Endpoint; mask: FieldMask | null } & (
  | { public: true; run: (input: unknown, call: PublicCall) => Promise<unknown> }
  | { public: false; run: (input: unknown, call: Call) => Promise<unknown> }
)

type Forgotten = (input: unknown, call: unknown) => Promise<unknown>

/** `POST /login/go` to its route. */
export const routes: ReadonlyMap<string, Route> = new Map(
  Object.entries(contracts).flatMap(([domain, calls]) => {
    const domainHandlers = handlers[domain as keyof typeof handlers] as Record<string, Forgotten>
    return Object.entries<Endpoint>(calls).map(([name, endpoint]): [string, Route] => {
      const run = domainHandlers[name]
      if (!run) throw new Error(`The call ${domain}.${name} has no handler.`)
      const route = {
        name: `${domain}.${name}`,
        endpoint,
        mask: fieldMask(endpoint.output),
        public: endpoint.access === 'public',
        run,
      }
      return [`${endpoint.method} ${endpoint.path}`, route]
    })
  }),
)

/** Whether a handler of a call of kind `file` kept its word. */
export function isFileAnswer(answer: unknown): answer is FileAnswer {
  return typeof answer === 'object' && answer !== null && 'mime' in answer && 'body' in answer
}
