import type { ReactNode } from 'react'
import type { Permit } from '@/components/ui/action-button'
import { call } from '@/lib/client/call'
import type { OptionSource } from '@/lib/client/options'
import { tellWritten } from '@/lib/client/written'
import type { MessageKey, MessageParams } from '@/lib/i18n/translator'
import type { Access, ActionOf, Endpoint, OutputOf } from '@/lib/platform/contract/endpoint'
import { textsOf, type WireValue } from '@/lib/platform/contract/form-text'

/** A verb asks this before it is done: a field of its dialog, judged by this and by nothing else. */
export type Asked<Row> = {
  label: MessageKey
  /** It may not be empty, and what to say then where 必填 is not enough. */
  required?: true | MessageKey
  /** Asked only where one of the rows wants it; always without it. */
  of?: (row: Row) => boolean
} & (
  | { kind: 'text'; maxLength: number; value?: (row: Row) => string }
  /** A text on one line, judged as the contract judges it. */
  | {
      kind: 'line'
      maxLength: number
      value?: (row: Row) => string
      rule?: (text: string) => MessageKey | null
    }
  | { kind: 'select'; options: (row: Row) => OptionSource; value?: (row: Row) => string }
  | { kind: 'check'; text: MessageKey; value?: (row: Row) => boolean }
  /** Sent as passwords travel; it is never what is sent. */
  | { kind: 'password'; help?: MessageKey }
)

type Fields<Row> = Readonly<Record<string, Asked<Row>>>
type ValueOf<A> = A extends { kind: 'check' } ? boolean : string
/** A value that is not asked of every row may not be there. */
type ValuesOf<F> = {
  [K in keyof F]: F[K] extends { of: unknown } ? ValueOf<F[K]> | undefined : ValueOf<F[K]>
}

/** The row's version goes with every write that has one: nobody has to think of it. */
type Sent<E extends Endpoint> = Omit<ActionOf<E>, 'rowVersion'>
type Versioned<E extends Endpoint> =
  ActionOf<E> extends { rowVersion: number } ? { rowVersion: number } : object

type Declared<E extends Endpoint, Row, F extends Fields<Row>> = {
  label: MessageKey
  tone?: 'danger'
  /** In the head of a page: what the page is opened for. */
  main?: true
  /** True of the rows that it is a verb of; all without it. */
  of?: (row: Row) => boolean
  /** Says whether it can be done now, and if not, why not. */
  permit?: (row: Row) => Permit
  /** The name of the row where several stand together. */
  name: (row: Row) => string
  /** The parameters of its words that come from the row, beside `name` and `count`, which are there without it. */
  words?: (row: Row) => MessageParams
  /** Asked before it is done: a question alone, or the title of the dialog with its fields. */
  ask?: MessageKey
  /** On the button that answers yes; the label without it. */
  ok?: MessageKey
  /** Below the title of the dialog: what it is done to, where the question does not say. */
  lead?: (row: Row) => ReactNode
  /** The same for many rows, where their names do not say. */
  leadOfAll?: (rows: readonly Row[]) => ReactNode
  /** The words below that, which say what comes of it. */
  note?: MessageKey
  fields?: F
  /**
   * The name of the verb that takes it back exactly, of those declared beside it: what was done then offers 撤销. Never
   * of money, approvals and reviews (scripts/fitness/undo.test.ts).
   */
  undo?: string
  /** The words for what was done, or what happens after it. */
  done: MessageKey | ((output: OutputOf<E>, row: Row) => void)
} & (
  | {
      input: (row: Row, values: ValuesOf<F>) => Sent<E>
      /**
       * The question for many rows, with their `{count}`: the verb is then offered on those that were chosen, and done
       * to them behind one call, where the contract says so (`writes: { …, many: true }`).
       */
      many?: E extends { writes: { many: true } } ? MessageKey : never
    }
  | {
      /** Of a call that takes many rows: it is one call for all of them. */
      inputOfAll: (rows: readonly Row[], values: ValuesOf<F>) => Sent<E>
      /** Those of the rows that its answer leaves, and why. */
      left?: <Chosen extends Row>(output: OutputOf<E>, rows: readonly Chosen[]) => readonly LeftRow<Chosen>[]
      /** `true` where it may be made without a question. */
      many?: MessageKey | true
    }
)

type Values = Readonly<Record<string, string | boolean>>

/** A row that a verb was not done to. */
type LeftRow<Row> = { row: Row; reason: string }

/** A verb as the kit uses it, without the types of its call. */
export type Verb<Row> = {
  access: Access | undefined
  /** The kind of record that the call writes on. */
  on: string | undefined
  label: MessageKey
  tone: 'danger' | undefined
  main: true | undefined
  of(row: Row): boolean
  permit(row: Row): Permit
  name(row: Row): string
  words(row: Row): MessageParams
  ask: MessageKey | undefined
  ok: MessageKey
  lead: ((row: Row) => ReactNode) | undefined
  leadOfAll: ((rows: readonly Row[]) => ReactNode) | undefined
  note: MessageKey | undefined
  fields: Fields<Row>
  undo: string | undefined
  many: MessageKey | true | undefined
  /** Takes back a verb that was done to the row a moment ago, whose version has grown by that one write. */
  takeBack: (row: Row, values: Values) => Promise<unknown>
  /** Does it to one row; a refusal has been shown. */
  send: (row: Row, values: Values) => Promise<MessageKey | undefined>
  /** Does it to all rows with one call; undefined of a call that takes one. */
  sendAll:
    | (<Chosen extends Row>(
        rows: readonly Chosen[],
        values: Values,
      ) => Promise<{ said: MessageKey | undefined; left: readonly LeftRow<Chosen>[] }>)
    | undefined
  /** The call of one of many rows, for whoever makes it behind the page. */
  path: string
  fieldsOf: (row: Row, values: Values) => Record<string, string>
  /** Asks again for what many of them wrote. */
  tellWritten: () => void
}

/**
 * A verb on a record: the call, its words, what it asks and when it can be done. The kit does the rest: who lacks the
 * permission of the call has no button, the second of two clicks is the same action, the version of the row goes with
 * it, a conflict says who was first, and what is shown of the subject is asked for again.
 *
 *     const stop = verb(staff.setUserStatus, {
 *       label: 'staff.stop',
 *       tone: 'danger',
 *       name: (row: UserRow) => row.name,
 *       permit: (row) => userPermit('stop', row, callerId),
 *       ask: 'staff.stopQuestion',
 *       input: ({ id }) => ({ id, enabled: false }),
 *       done: 'staff.stopped',
 *     })
 */
export function verb<
  E extends Endpoint,
  Row extends Versioned<E>,
  const F extends Fields<Row> = Record<never, never>,
>(endpoint: E, declared: Declared<E, Row, F>): Verb<Row> {
  const { label, tone, main, name, ask, ok = label, lead, leadOfAll, note, many, done } = declared
  const { of = () => true, permit = () => ({ ok: true }) } = declared
  const versioned = takesVersion(endpoint)
  const inputOf = (row: Row, values: Values): ActionOf<E> => {
    const typed = values as ValuesOf<F>
    const sent = 'input' in declared ? declared.input(row, typed) : declared.inputOfAll([row], typed)
    return {
      ...sent,
      ...(versioned && { rowVersion: (row as { rowVersion?: number }).rowVersion }),
    } as ActionOf<E>
  }
  const end = (output: OutputOf<E>, row: Row) => {
    if (typeof done === 'string') return done
    done(output, row)
    return undefined
  }
  return {
    access: endpoint.access,
    on: endpoint.writes?.on,
    label,
    tone,
    main,
    of,
    permit,
    name,
    ask,
    ok,
    lead,
    leadOfAll,
    note,
    many: many as Verb<Row>['many'],
    fields: declared.fields ?? {},
    undo: declared.undo,
    takeBack: (row, values) => {
      const { rowVersion } = row as { rowVersion?: number }
      const written = rowVersion === undefined ? row : { ...row, rowVersion: rowVersion + 1 }
      return call(endpoint, inputOf(written, values))
    },
    words: (row) => ({ count: 1, name: name(row), ...declared.words?.(row) }),
    send: async (row, values) => end(await call(endpoint, inputOf(row, values)), row),
    sendAll:
      'inputOfAll' in declared
        ? async (rows, values) => {
            const sent = declared.inputOfAll(rows, values as ValuesOf<F>)
            const output = await call(endpoint, sent as unknown as ActionOf<E>)
            return { said: end(output, rows[0] as Row), left: declared.left?.(output, rows) ?? [] }
          }
        : undefined,
    path: endpoint.path,
    fieldsOf: (row, values) => textsOf(inputOf(row, values) as Record<string, WireValue>),
    tellWritten: () => tellWritten(endpoint),
  }
}

/** Says whether it can be done to a row of many, among which may be rows that it is no verb of. */
export function permitOf<Row>(verb: Verb<Row>, row: Row): Permit {
  const permit = verb.permit(row)
  return permit.ok && !verb.of(row) ? { ok: false, reason: 'verbs.notOfRow' } : permit
}

/** The fields that are asked before it is done to these rows. */
export const fieldsFor = <Row>({ fields }: Verb<Row>, rows: readonly Row[]): Fields<Row> =>
  Object.fromEntries(Object.entries(fields).filter(([, { of }]) => !of || rows.some(of)))

/** As in {@link write} of the contracts: a version is compared where there is a row that only the newest may change. */
const takesVersion = ({ writes }: Endpoint) =>
  writes !== undefined &&
  !('own' in writes && writes.own) &&
  'id' in writes &&
  writes.id !== undefined &&
  !writes.anyVersion
