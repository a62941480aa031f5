import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { maskRecord } from '../platform/mask-values.ts'
import type { PortName } from '../platform/outside/rules/outside.ts'
import { simulatedSeal, simulatedTimestamp } from '../platform/outside/simulated-seals.ts'
import { cleanReference } from '../rules/clean-value.ts'
import { maskMobile } from '../rules/mask.ts'
import { capitalLimits, funderResults } from './capital/rules/capital-order.ts'
import { longestSummary } from './releases/rules/disbursement.ts'
import { smsTemplates } from './sms/rules/sms.ts'
import { coverEnd, insurerResults, underwritingLimits } from './underwriting/rules/underwriting.ts'

/**
 * Everybody outside the company whom the product asks something. A port says what goes out and what comes back; how it
 * gets there is the same for all: outbox.ts, worker.ts, and over the wire http-port.ts or simulator.ts.
 */

export type Port<Request extends z.ZodObject = z.ZodObject, Answer extends z.ZodObject = z.ZodObject> = {
  request: Request
  answer: Answer
  /** So long the other side may take. */
  timeoutMs: number
  /** So long it may think about an answer that it has promised; else it is asked as often as for any other. */
  thinksMs?: number
  /** The part of a request that the console shows; the masks of fields by their names unless given. */
  shown?: (request: z.output<Request>) => Record<string, unknown>
  /** The answer that the simulator gives. */
  simulate: (request: z.output<Request>) => Promise<z.input<Answer>>
}

const definePort = <Request extends z.ZodObject, Answer extends z.ZodObject>(port: Port<Request, Answer>) =>
  port

const text = (most: number) => z.string().min(1).max(most)
const person = { name: text(80), idNo: text(18), cardNo: text(30), mobile: text(20) }
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
/** An amount with its two decimals. */
const yuan = z.string().regex(/^\d{1,16}\.\d{2}$/)
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
      template: z.enum(smsTemplates),
      params: z.record(z.string(), z.string().max(200)),
    }),
    answer: z.object({ messageId: text(100) }),
    timeoutMs: 10_000,
    // A text may hold a code.
    shown: ({ mobile, template }) => ({ mobile: maskMobile(mobile), template }),
    simulate: async () => ({ messageId: newNumber('M') }),
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
  }),
  /** 代扣协议: authorised, cancelled. */
  deduction: definePort({
    request: z.object({ kind: z.enum(['authorise', 'cancel']), ...person, contractNo: text(50) }),
    answer: z.object({ agreementNo: text(100) }),
    timeoutMs: 20_000,
    simulate: async () => ({ agreementNo: newNumber('A') }),
  }),
  /** 代扣 of a repayment: a bank knows it by its number, and takes a number once. */
  deduct: definePort({
    request: z.object({
      deductNo: text(24),
      amount: yuan,
      agreementNo: z.string().max(100),
      name: z.string().max(80),
      cardNo: text(30),
      /** The number of the loan. */
      summary: text(40),
    }),
    answer: z
      .object({
        result: z.enum(['paid', 'failed']),
        bankReference: text(60).overwrite(cleanReference).optional(),
        /** Of the dictionary deduct_fail. */
        code: text(2).optional(),
        reason: text(200).optional(),
      })
      .refine(
        ({ result, bankReference, code }) => (result === 'paid' ? bankReference : code),
        'money that was taken has a number, and a failure a code',
      ),
    timeoutMs: 30_000,
    shown: ({ deductNo, amount, summary }) => ({ deductNo, amount, summary }),
    // A demo wants both answers without a page for it: some cards are empty.
    simulate: async ({ cardNo }) =>
      Number(cardNo.slice(-2)) < 4
        ? { result: 'failed' as const, code: '01', reason: '余额不足' }
        : { result: 'paid' as const, bankReference: newNumber('D') },
  }),
  /** 时间戳: RFC 3161. */
  timestamp: definePort({
    request: z.object({ hash: sha256 }),
    answer: z.object({ token: base64 }),
    timeoutMs: 10_000,
    simulate: async ({ hash }) => ({ token: await simulatedTimestamp(hash) }),
  }),
  /** 放款付款 of a bank: it knows a payment by its number, and pays a number once. */
  payment: definePort({
    request: z.object({
      payNo: text(24),
      amount: z.string().regex(/^\d{1,16}\.\d{2}$/),
      payerAccount: text(40),
      payeeName: text(60),
      payeeAccount: text(30),
      payeeBank: z.string().max(80),
      summary: text(longestSummary),
    }),
    answer: z.object({
      bankReference: text(60).overwrite(cleanReference),
      paidAt: z.iso.datetime({ offset: true }),
    }),
    timeoutMs: 30_000,
    // The holder of the account stands with the payment.
    shown: ({ payNo }) => ({ payNo }),
    simulate: async () => ({ bankReference: newNumber('P'), paidAt: new Date().toISOString() }),
  }),
  /** GPS: the last sign of each device that its vendor's platform knows one of. */
  gps: definePort({
    request: z.object({ devices: z.array(text(20)).min(1).max(200) }),
    answer: z.object({
      devices: z
        .array(
          z.object({
            deviceNo: text(20),
            seenAt: z.iso.datetime({ offset: true }),
            city: z.string().max(60),
          }),
        )
        .max(200),
    }),
    timeoutMs: 20_000,
    shown: ({ devices }) => ({ devices: devices.length }),
    // A demo wants silent ones too: those whose number ends in 00.
    simulate: async ({ devices }) => ({
      devices: devices
        .filter((deviceNo) => !deviceNo.endsWith('00'))
        .map((deviceNo) => ({ deviceNo, seenAt: new Date().toISOString(), city: '示例市' })),
    }),
  }),
  /** 电子签章 of a provider that keeps the tenant's seal. */
  esign: definePort({
    request: z.object({
      hash: sha256,
      /** The company. */
      subject: text(200),
      /** Number and name of the contract. */
      title: text(200),
    }),
    answer: z.object({ cms: base64 }),
    timeoutMs: 20_000,
    shown: ({ title, subject, hash }) => ({ title, subject, hash }),
    simulate: async ({ hash, subject }) => ({ cms: await simulatedSeal(hash, subject) }),
  }),
  /** 核保 of 履约保证险: an insurer knows a submission by its number and round, and looks at it once; people decide. */
  insurer: definePort({
    request: z.object({
      insurer: text(20),
      submitNo: text(40),
      round: z.number().int(),
      orderNo: text(40),
      plan: text(40),
      applicant: z.object({ name: text(80), idNo: text(18), mobile: text(20) }),
      insured: z.object({ name: text(80), idNo: text(18) }),
      beneficiary: z.string().max(80),
      vehicle: z.object({
        vin: z.string().max(17),
        plateNo: z.string().max(10),
        model: z.string().max(200),
      }),
      sumInsured: yuan,
      premium: yuan,
      years: z.number().int(),
      startDate: z.iso.date(),
      /** The types of the papers, by which they are told apart where they are handed over. */
      papers: z.array(z.object({ type: text(40), hash: sha256 })).max(200),
    }),
    answer: z
      .object({
        result: z.enum(insurerResults),
        policyNo: text(40).optional(),
        startDate: z.iso.date().optional(),
        endDate: z.iso.date().optional(),
        premium: yuan.optional(),
        reply: z.string().max(underwritingLimits.reply).optional(),
      })
      .refine(
        ({ result, policyNo, startDate, endDate }) =>
          result !== 'underwritten' || (policyNo && startDate && endDate && startDate < endDate),
        'a policy has a number and days',
      ),
    timeoutMs: 20_000,
    thinksMs: 30 * 86_400_000,
    shown: ({ insurer, submitNo, round, sumInsured, premium, startDate }) => ({
      submitNo,
      round,
      insurer,
      sumInsured,
      premium,
      startDate,
    }),
    simulate: async ({ round, sumInsured, startDate, years }) =>
      // A demo wants both answers without a page for it: a large sum wants more papers first.
      round === 1 && Number(sumInsured) >= 150_000
        ? { result: 'supplement' as const, reply: '保额较高，请补充收入证明' }
        : {
            result: 'underwritten' as const,
            policyNo: newNumber('I'),
            startDate,
            endDate: coverEnd(startDate, years),
            reply: '同意承保',
          },
  }),
  /** 快递轨迹: where parcels are, as their couriers have it. */
  express: definePort({
    request: z.object({
      parcels: z
        .array(z.object({ courier: text(10), expressNo: text(30) }))
        .min(1)
        .max(100),
    }),
    answer: z.object({
      parcels: z
        .array(
          z.object({
            courier: text(10),
            expressNo: text(30),
            events: z.array(z.object({ at: z.iso.datetime({ offset: true }), text: text(200) })).max(50),
          }),
        )
        .max(100),
    }),
    timeoutMs: 20_000,
    shown: ({ parcels }) => ({ parcels: parcels.length }),
    simulate: async ({ parcels }) => ({
      parcels: parcels.map((parcel) => ({
        ...parcel,
        events: [{ at: new Date().toISOString(), text: '快件已揽收，运往示例市' }],
      })),
    }),
  }),
  /** 资方审核: a funder knows a push by its number and round, and looks at it once; people decide, over days. */
  funder: definePort({
    request: z.object({
      kind: z.enum(['push', 'cancel']),
      funder: text(20),
      pushNo: text(40),
      round: z.number().int(),
      orderNo: text(40),
      /** Of a push: to take one back its number is enough. */
      name: text(80).optional(),
      idNo: text(18).optional(),
      mobile: text(20).optional(),
      amount: yuan,
      term: z.number().int(),
      /** The types of the papers, by which they are told apart where they are handed over. */
      papers: z.array(z.object({ type: text(40), hash: sha256 })).max(200),
    }),
    answer: z.object({
      result: z.enum([...funderResults, 'cancelled']),
      capitalOrderNo: text(capitalLimits.number).optional(),
      approvedAmount: yuan.optional(),
      approvedRate: z
        .string()
        .regex(/^0\.\d{1,4}$/)
        .optional(),
      reply: z.string().max(capitalLimits.reply).optional(),
    }),
    timeoutMs: 20_000,
    thinksMs: 30 * 86_400_000,
    shown: ({ kind, funder, pushNo, round, amount, term }) => ({ kind, funder, pushNo, round, amount, term }),
    simulate: async ({ kind, amount, round }) => {
      if (kind === 'cancel') return { result: 'cancelled' as const }
      const capitalOrderNo = newNumber('F')
      // A demo wants both answers without a page for it: a large amount wants more papers first.
      return round === 1 && Number(amount) >= 150_000
        ? { result: 'return' as const, capitalOrderNo, reply: '金额较大，请补充收入证明' }
        : {
            result: 'pass' as const,
            capitalOrderNo,
            approvedAmount: amount,
            approvedRate: '0.0520',
            reply: '同意',
          }
    },
  }),
} as const satisfies Record<PortName, unknown>

export type Ports = typeof ports
export type RequestOf<P extends PortName> = z.output<Ports[P]['request']>
export type AnswerOf<P extends PortName> = z.output<Ports[P]['answer']>

/** A port where its own types do not matter. */
export const portOf = (name: PortName): Port => ports[name] as unknown as Port

/** The part of a request that the console shows. */
export function shownOf(name: PortName, request: Record<string, unknown>): Record<string, unknown> {
  const { shown } = portOf(name)
  return shown ? shown(request) : maskRecord(request)
}
