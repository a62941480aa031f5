import type { AnswerOf } from '../../domains/ports.ts'
import type { MessageKey } from '../../i18n/translator.ts'
import type { Outcome } from './outcome.ts'
import type { PortName } from './rules/outside.ts'

/** An answer that ends a call. */
export type Final = Extract<Outcome, { result: 'done' | 'refused' }>

/** A call whose answer came, as who handles it sees it. */
export type OutsideCall = {
  id: number
  tenantId: number
  port: PortName
  key: string
  /** The record that it is about. */
  aboutId: number
}

/**
 * The handler of the answers of one kind of call: in the transaction that ends the call, so once, as the call's tenant
 * and in nobody's name. What is thrown leaves the call open, and its answer is asked for again.
 */
export type Answered<P extends PortName> = {
  /** The purpose of such a call. */
  purpose: MessageKey
  done(answer: AnswerOf<P>, call: OutsideCall): Promise<unknown>
  /** The reason why it is not sent now, though it may be asked about; undefined where nothing holds it. */
  holds?(call: OutsideCall): Promise<string | undefined>
  /** The other side refused. `reason` is its own word. */
  failed(reason: string, call: OutsideCall): Promise<unknown>
  /** The other side has it and will say; heard each time that it is asked. */
  thinks?(call: OutsideCall): Promise<unknown>
  /** It says something once more of a call that is over: nothing changes by it, but somebody may have to know. */
  again?(said: Final, call: OutsideCall): Promise<unknown>
  /** No answer came: why, in words. It may still come, or be asked for again by hand. */
  dead?(reason: string, call: OutsideCall): Promise<unknown>
}

export const answered = <P extends PortName>(kind: Answered<P>): Answered<P> => kind
