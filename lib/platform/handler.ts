import type { Contracts } from '../domains/endpoints.ts'
import type { Subjects } from '../domains/subjects.ts'
import type { Call, PublicCall } from './context.ts'
import type { Endpoint, OutputOf, ParsedInputOf } from './contract/endpoint.ts'
import type { CallError } from './errors.ts'

type FileBody = Uint8Array | ReadableStream<Uint8Array>

/** The answer of a call of kind `file`: sent as a download under `name`. `immutable`: browsers keep it for good. */
export type FileAnswer = {
  mime: string
  name: string
  /** A body read from the disk or made from many rows comes by a function, which runs when the transaction is over. */
  body: FileBody | (() => Promise<FileBody>)
  immutable?: boolean
}

/** The file of an upload, as it was sent. */
export type UploadedFile = { name: string; bytes: Buffer }

type AnswerOf<E extends Endpoint> = E extends { kind: 'file' } ? FileAnswer : OutputOf<E>

/** The kinds of records that writes of the rule are on. */
export type RuledSubject = {
  [D in keyof Contracts]: {
    [K in keyof Contracts[D]]: Contracts[D][K] extends {
      writes: { on: infer S extends string; action: unknown }
    }
      ? S
      : never
  }[keyof Contracts[D]]
}[keyof Contracts]

/** The rows that a write of the rule has locked for its handler, by what its contract says of `id`. */
export type RowOf<E extends Endpoint> = E extends {
  writes: { on: infer S extends keyof Subjects; action: unknown; id: infer Id }
}
  ? Id extends keyof ParsedInputOf<E>
    ? ParsedInputOf<E>[Id] extends readonly unknown[]
      ? Locked<S>[]
      : undefined extends ParsedInputOf<E>[Id]
        ? Locked<S> | undefined
        : Locked<S>
    : Locked<S>
  : undefined

type Locked<S extends keyof Subjects> = NonNullable<Awaited<ReturnType<Subjects[S]['lock']>>>

/** A refusal that is answered keeps what was written; a write of the rule throws its refusals. */
type Answered<E extends Endpoint> = E extends { writes: { action: unknown } }
  ? AnswerOf<E>
  : AnswerOf<E> | CallError

/**
 * Runs in one transaction as the caller's tenant; input is parsed and access checked before it. A refusal that is
 * thrown takes back what was written, one that is answered keeps it.
 */
export type Handler<E extends Endpoint> = (
  input: ParsedInputOf<E>,
  call: Call,
  row: RowOf<E>,
) => Promise<Answered<E>>

/**
 * For a call with slow work: decoding, hashing, files. None of it may hold a connection, so it is done before, after
 * session and permission were asked in a short transaction of their own, and what it answers is the rest.
 */
export type SlowHandler<E extends Endpoint> = {
  /** Runs outside a transaction and may open short ones, to ask first whether the work is worth it. */
  prepare(input: ParsedInputOf<E>, call: Call, file?: UploadedFile): Promise<Prepared<E>>
}
export type Prepared<E extends Endpoint> = {
  /** In the call's transaction, as a {@link Handler}; once more after a deadlock. */
  run(call: Call, row: RowOf<E>): Promise<Answered<E>>
  /** Outside again, when it is over. @param kept whether it was committed; false also when nobody can tell */
  settle?(kept: boolean): Promise<void>
}
/** Runs outside a transaction and opens its own. */
export type PublicHandler<E extends Endpoint> = (
  input: ParsedInputOf<E>,
  call: PublicCall,
) => Promise<AnswerOf<E>>

/** The handlers of a domain, one for each call of its contract. */
export type HandlersOf<D extends Record<string, Endpoint>> = {
  [K in keyof D]: D[K] extends { access: 'public' } ? PublicHandler<D[K]> : SignedIn<D[K]>
}

/** A file that comes in is always slow work. */
type SignedIn<E extends Endpoint> = E extends { kind: 'upload' }
  ? SlowHandler<E>
  : Handler<E> | SlowHandler<E>

/** All handlers: a call without one does not compile. */
export type Handlers = { [D in keyof Contracts]: HandlersOf<Contracts[D]> }
