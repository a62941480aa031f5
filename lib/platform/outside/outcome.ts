import type { PortName } from './rules/outside.ts'

/** The outcome of asking. */
export type Outcome =
  | { result: 'done'; answer: Record<string, unknown> }
  /** The other side says no, for good. */
  | { result: 'refused'; reason: string }
  /** It has the request and will say. */
  | { result: 'pending' }
  /** It never had it. */
  | { result: 'unknown' }
  /** Nobody can tell: no answer, or one that makes no sense. */
  | { result: 'error'; note: string }

/** A call as it goes out. */
export type Outgoing = {
  port: PortName
  reference: string
  tenantCode: string
  request: Record<string, unknown>
}
