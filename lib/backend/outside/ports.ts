import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { maskMobile } from '../../rules/mask.ts'
import type { PortName } from '../../rules/outside.ts'
import { maskRecord } from '../mask-values.ts'

/**
 * Everybody outside the company whom the product asks something. A port says what goes out and what comes back; how it
 * gets there is the same for all: outbox.ts, worker.ts, and over the wire http-port.ts or simulator.ts.
 */

export type Port<Request extends z.ZodObject = z.ZodObject, Answer extends z.ZodObject = z.ZodObject> = {
  request: Request
  answer: Answer
  /** So long the other side may take. */
  timeoutMs: number
  /** What the console shows of a request; the masks of fields by their names unless given. */
  shown?: (request: z.output<Request>) => Record<string, unknown>
  /** What the simulator answers; a port without it leads nowhere in a demo either. */
  simulate?: (request: z.output<Request>) => Promise<z.input<Answer>>
  /** The refusals that the simulator offers, as the other side says them. */
  refusals: readonly string[]
}

const definePort = <Request extends z.ZodObject, Answer extends z.ZodObject>(port: Port<Request, Answer>) =>
  port

const text = (most: number) => z.string().min(1).max(most)
const person = { name: text(50), idNo: text(18), cardNo: text(30), mobile: text(20) }
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const base64 = z.base64().min(1).max(64_000)

/** A number as the other side would give one. */
const newNumber = (kind: string) => `SIM-${kind}-${randomUUID().replaceAll('-', '').slice(0, 16)}`

export const ports = {
  /** 短信: an operator's gateway. */
  sms: definePort({
    request: z.object({
      mobile: text(20),
      /** As it is read. */
      text: text(500),
      /** Its name, for gateways that send registered templates alone. */
      template: text(50),
      params: z.record(z.string(), z.string().max(200)),
    }),
    answer: z.object({ messageId: text(100) }),
    timeoutMs: 10_000,
    // A text may hold a code.
    shown: ({ mobile, template }) => ({ mobile: maskMobile(mobile), template }),
    simulate: async () => ({ messageId: newNumber('M') }),
    refusals: ['号码已停机', '号码在运营商黑名单', '短信模板未报备'],
  }),
  /** 银行卡四要素鉴权. */
  cardCheck: definePort({
    request: z.object(person),
    answer: z.object({ matched: z.boolean(), reason: text(200).optional(), bank: text(50).optional() }),
    timeoutMs: 20_000,
    simulate: async ({ cardNo }) =>
      // A demo wants both answers without a page for it: cards that end in 0000 are another's.
      cardNo.endsWith('0000')
        ? { matched: false, reason: '持卡人信息有误' }
        : { matched: true, bank: '模拟银行' },
    refusals: ['卡号不存在', '发卡行不支持鉴权', '查询次数超限'],
  }),
  /** 代扣协议: authorised, cancelled. */
  deduction: definePort({
    request: z.object({ kind: z.enum(['authorise', 'cancel']), ...person, contractNo: text(50) }),
    answer: z.object({ agreementNo: text(100) }),
    timeoutMs: 20_000,
    simulate: async () => ({ agreementNo: newNumber('A') }),
    refusals: ['客户未在银行签约', '卡片状态异常', '协议不存在'],
  }),
  /** 时间戳: RFC 3161. */
  timestamp: definePort({
    request: z.object({ hash: sha256 }),
    answer: z.object({ token: base64 }),
    timeoutMs: 10_000,
    refusals: ['摘要算法不支持'],
  }),
  /** 电子签章 of a provider that keeps the tenant's seal. */
  esign: definePort({
    request: z.object({ hash: sha256, subject: text(200) }),
    answer: z.object({ cms: base64 }),
    timeoutMs: 20_000,
    refusals: ['印章不存在', '证书已过期'],
  }),
} as const satisfies Record<PortName, unknown>

export type Ports = typeof ports
export type RequestOf<P extends PortName> = z.output<Ports[P]['request']>
export type AnswerOf<P extends PortName> = z.output<Ports[P]['answer']>

/** A port where its own types do not matter. */
export const portOf = (name: PortName): Port => ports[name] as unknown as Port

/** What the console shows of a request. */
export function shownOf(name: PortName, request: Record<string, unknown>): Record<string, unknown> {
  const { shown } = portOf(name)
  return shown ? shown(request) : maskRecord(request)
}
