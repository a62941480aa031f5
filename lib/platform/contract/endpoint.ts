import type { z } from 'zod'
import type { Permission } from '../../domains/identity/rules/roles.ts'
import type { ChangeKind } from '../changes/rules/pending-change.ts'
import { rowNeeds } from './field-permission.ts'
import { eventId, int } from './wire.ts'

/**
 * Says who may call: anybody, anybody signed in, or holders of any of the permissions. `evenLocked` is a call of a
 * session that is answered while its screen is locked too. The door checks the session and its lock, the backend all of
 * it.
 */
export type Access = 'public' | 'session' | 'evenLocked' | readonly [Permission, ...Permission[]]

/** The audit row that a call leaves, or those of which it leaves at least one. */
type Leaves = string | readonly [string, ...string[]]

/**
 * A write as the rule is. The service runs it once for its event id, finds the row in the caller's tenant and data scope
 * and locks it (404), compares its version (409), and holds the verb to the audit row. The input gets `eventId`, and
 * `rowVersion` where there is a row, from here.
 */
type RuledWrite<Field extends string> = {
  /** The kind of record: a write on one makes every answer that is of it old. */
  on: string
  /**
   * The field of the input that names the row: one that may be absent makes a new row then, a list names many rows.
   * `own` is the one row of the caller's tenant. Without it there is no row before the call.
   */
  id?: Field | 'own'
  /** The row is written whatever its version is: of many rows, and where something else decides who was first. */
  anyVersion?: true
  action: Leaves
  /** It may be asked for many rows at once, each of which is a write of its own (contracts/bulk.ts). */
  many?: true
  /** The row is where a new one comes from, of which the audit row is. */
  makes?: true
  /** Its wish is done when a second person has checked it: the call leaves a change of this kind that waits. */
  proposes?: ChangeKind
  /** The answer holds a secret that is told once: it is not kept, and a repeat is refused (422) instead of answered. */
  secret?: true
}

/**
 * A write that is nobody's affair but the caller's, with the reason why the rule does not hold it:
 * - `stranger`: nobody is signed in. A captcha, a code, a link or a token stands guard, and the handler has its own
 *   transactions.
 * - `session`: the caller's own session, password or hold of a seat, by calls whose shape or order is fixed elsewhere.
 * - `state`: the caller's own settings, drafts and messages. The newest counts; twice is as good as once.
 * - `entry`: one more of the caller's own notes to the administrator. It has an event id, and no row to lock.
 */
type OwnWrite = { on: string; own: 'stranger' | 'session' | 'state' | 'entry' }

export type Writes<Field extends string = string> = RuledWrite<Field> | OwnWrite

/** One call of the /nlos/ service: where it is, what it takes, what it answers. Made by {@link read} or {@link write}. */
export type Endpoint<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> = {
  method: 'GET' | 'POST'
  /** Below `/nlos`. */
  path: `/${string}`
  access: Access
  /** `json`: form in, JSON out. `upload`: multipart in, JSON out. `file`: form in, bytes out. */
  kind: 'json' | 'upload' | 'file'
  /** Largest body in bytes. */
  maxBytes: number
  /**
   * Another machine calls, which proves itself by a signature over the bytes of its JSON: the door passes them and the
   * signature on as the fields `body` and `signature`.
   */
  signed?: boolean
  /** The page makes it by itself: it does not show that somebody is there. */
  unattended: boolean
  /** Fields of the rows of a list that need a permission: browsers have this of the schemas, for columns. */
  rowNeeds?: Readonly<Record<string, Permission>> | undefined
  /** The kinds of records that the answer of a read is made of. */
  of?: readonly string[]
  /** The audit row that a read leaves: who sees this is noted. It writes nothing else. */
  leaves?: string | undefined
  /** A read that judges as its verb would, under the verb's own locks. It writes nothing. */
  locks?: boolean
  /** The records that a write changes; absent of a read. */
  writes?: Writes
  input: I
  output: O
}

type Declared<I extends z.ZodType, O extends z.ZodType, A extends Access, K extends Endpoint['kind']> = Pick<
  Endpoint<I, O>,
  'method' | 'path' | 'input' | 'output'
> & { access: A; kind?: K; maxBytes?: number; unattended?: boolean; signed?: boolean }

const made = <K extends Endpoint['kind'], D extends Declared<z.ZodType, z.ZodType, Access, K>>(
  declared: D,
) => ({
  // Bodies are at most 1 MiB unless the call says otherwise.
  maxBytes: 1024 * 1024,
  unattended: false,
  ...declared,
  kind: declared.kind ?? ('json' as K),
  rowNeeds: rowNeeds(declared.output),
})

/** Declares a call that writes nothing, or the audit row that it leaves alone. */
export function read<
  const I extends z.ZodType,
  const O extends z.ZodType,
  const A extends Access,
  const K extends Endpoint['kind'] = 'json',
  const L extends string | undefined = undefined,
>(
  declared: Declared<I, O, A, K> & { of: readonly string[]; leaves?: L; locks?: boolean },
): Endpoint<I, O> & { access: A; kind: K; of: readonly string[]; leaves?: L } {
  return made(declared)
}

type Version = ReturnType<typeof int>

/** The fields that {@link write} adds to the fields of an input. */
type Added<S extends Shape, W extends Writes> = W extends { own: 'entry' }
  ? { eventId: ReturnType<typeof eventId> }
  : W extends { own: string }
    ? unknown
    : { eventId: ReturnType<typeof eventId> } & (W extends { anyVersion: true }
        ? unknown
        : W extends { id: infer Id }
          ? Id extends keyof S
            ? { rowVersion: undefined extends z.input<S[Id]> ? z.ZodOptional<Version> : Version }
            : { rowVersion: Version }
          : unknown)

type Shape = Record<string, z.ZodType>

/** Declares a call that writes. */
export function write<
  const S extends Shape,
  const O extends z.ZodType,
  const A extends Access,
  const W extends Writes<keyof S & string>,
  const K extends Endpoint['kind'] = 'json',
>(
  declared: Declared<z.ZodObject<S>, O, A, K> & { writes: W },
): Omit<Endpoint<z.ZodObject<S & Added<S, W>>, O>, 'writes'> & { access: A; kind: K; writes: W } {
  const writes: Writes = declared.writes
  const { shape } = declared.input
  const ruled = 'own' in writes ? undefined : writes
  const isEntry = 'own' in writes && writes.own === 'entry'
  const isNew = ruled?.id !== undefined && shape[ruled.id]?.safeParse(undefined).success
  const input = declared.input.extend({
    ...((ruled || isEntry) && { eventId: eventId() }),
    ...(ruled?.id !== undefined && !ruled.anyVersion && { rowVersion: isNew ? int().optional() : int() }),
  })
  return made({ ...declared, input: input as unknown as z.ZodObject<S & Added<S, W>> })
}

/** The input that a caller passes. */
export type InputOf<E extends Endpoint> = z.input<E['input']>
/** The same where the event id is added on the way: nobody has to think of it. A stranger's page keeps its own. */
export type ActionOf<E extends Endpoint> = E extends { writes: { own: 'stranger' } }
  ? InputOf<E>
  : InputOf<E> extends { eventId: string }
    ? Omit<InputOf<E>, 'eventId'>
    : InputOf<E>
/** The input that a handler receives after parsing. */
export type ParsedInputOf<E extends Endpoint> = z.output<E['input']>
/** The answer of a call. */
export type OutputOf<E extends Endpoint> = z.output<E['output']>

/** A call that only reads, and what it is asked with. */
export type Read<E extends Endpoint = Endpoint> = readonly [endpoint: E, input: InputOf<E>]
/** An answer that the server has asked for the first screen of a page, by the path of the call. */
export type FirstAnswer = { path: string; input: unknown; data: unknown }
