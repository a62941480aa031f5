import type { Endpoint, OutputOf, ParsedInputOf } from '../contracts/endpoint.ts'
import type { Contracts } from '../contracts/index.ts'
import type { Call, PublicCall } from './context.ts'
import type { CallError } from './errors.ts'

/** What a call of kind `file` answers: sent as a download under `name`. `immutable`: browsers keep it for good. */
export type FileAnswer = {
  mime: string
  name: string
  body: Uint8Array | ReadableStream<Uint8Array>
  immutable?: boolean
}

type AnswerOf<E extends Endpoint> = E extends { kind: 'file' } ? FileAnswer : OutputOf<E>

/**
 * Runs in one transaction as the caller's tenant; input is parsed and access checked before it. A refusal that is
 * thrown takes back what was written, one that is answered keeps it.
 */
export type Handler<E extends Endpoint> = (
  input: ParsedInputOf<E>,
  call: Call,
) => Promise<AnswerOf<E> | CallError>
/** Runs outside a transaction and opens its own. */
export type PublicHandler<E extends Endpoint> = (
  input: ParsedInputOf<E>,
  call: PublicCall,
) => Promise<AnswerOf<E>>

/** The handlers of a domain, one for each call of its contract. */
export type HandlersOf<D extends Record<string, Endpoint>> = {
  [K in keyof D]: D[K] extends { access: 'public' } ? PublicHandler<D[K]> : Handler<D[K]>
}

/** All handlers: a call without one does not compile. */
export type Handlers = { [D in keyof Contracts]: HandlersOf<Contracts[D]> }
