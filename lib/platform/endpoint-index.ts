import { contracts } from '../domains/endpoints.ts'
import { handlers } from '../domains/handlers.ts'
import type { Call, PublicCall } from './context.ts'
import type { Endpoint } from './contract/endpoint.ts'
import { type FieldMask, fieldMask } from './field-mask.ts'
import type { FileAnswer, UploadedFile } from './handler.ts'

/** A call with its handler, its types forgotten: input was parsed by the endpoint's own schema. */
export type Route = { name: string; endpoint: Endpoint; mask: FieldMask | null } & (
  | { phase: 'public'; run: (input: unknown, call: PublicCall) => Promise<unknown> }
  | { phase: 'transaction'; run: (input: unknown, call: Call, row: unknown) => Promise<unknown> }
  | { phase: 'slow'; run: (input: unknown, call: Call, file?: UploadedFile) => Promise<ForgottenPrepared> }
)

type ForgottenHandler =
  | ((input: unknown, call: unknown, row?: unknown) => Promise<unknown>)
  | { prepare(input: unknown, call: Call, file?: UploadedFile): Promise<ForgottenPrepared> }

/** Its row was locked by the rules of the call's own subject. */
export type ForgottenPrepared = {
  run(call: Call, row: unknown): Promise<unknown>
  settle?(kept: boolean): Promise<void>
}

/** `POST /login/go` to its route. */
export const routes: ReadonlyMap<string, Route> = new Map(
  Object.entries(contracts).flatMap(([domain, calls]) => {
    const domainHandlers = handlers[domain as keyof typeof handlers] as unknown as Record<
      string,
      ForgottenHandler
    >
    return Object.entries<Endpoint>(calls).map(([name, endpoint]): [string, Route] => {
      const handler = domainHandlers[name]
      if (!handler) throw new Error(`The call ${domain}.${name} has no handler.`)
      const called = { name: `${domain}.${name}`, endpoint, mask: fieldMask(endpoint.output) }
      const route: Route =
        typeof handler !== 'function'
          ? { ...called, phase: 'slow', run: handler.prepare }
          : { ...called, phase: endpoint.access === 'public' ? 'public' : 'transaction', run: handler }
      return [`${endpoint.method} ${endpoint.path}`, route]
    })
  }),
)

/** True where a handler of a call of kind `file` kept its word. */
export function isFileAnswer(answer: unknown): answer is FileAnswer {
  return typeof answer === 'object' && answer !== null && 'mime' in answer && 'body' in answer
}
