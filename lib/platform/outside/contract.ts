import * as z from 'zod'
import { read, write } from '../contract/endpoint.ts'
import { done, flag, id, isoDate, listInput, page } from '../contract/wire.ts'
import {
  attemptKinds,
  attemptResults,
  callStates,
  mostReason,
  objectionNames,
  type PortName,
  portNames,
  simulations,
} from './rules/outside.ts'

/** 外部请求: what is asked of others, what came back, and the demo's simulators. Everything is the tenant's own. */

const callRow = z.object({
  id: z.number().int(),
  rowVersion: z.number().int(),
  port: z.enum(portNames),
  /** The purpose of the answer, in words. */
  about: z.string().nullable(),
  status: z.enum(callStates),
  /** The request in a line, masked. */
  summary: z.string(),
  attempts: z.number().int(),
  createdAt: z.string(),
  /** The time at which it is sent or asked for next. */
  nextAt: z.string().nullable(),
  answeredAt: z.string().nullable(),
  reason: z.string().nullable(),
  /** The demo's simulator answers it. */
  simulated: z.boolean(),
  /** Its request is still known: a dead letter can be sent again. */
  kept: z.boolean(),
})
export type OutsideRow = z.output<typeof callRow>

const named = z.object({ name: z.string(), value: z.string() })

/** The other side brings an answer; see `docs/operations.md`. */
const callback = <const P extends PortName>(port: P) =>
  write({
    method: 'POST',
    path: `/callback/${port}`,
    access: 'public',
    writes: { on: 'outsideCall', own: 'stranger' },
    signed: true,
    maxBytes: 512 * 1024,
    input: z.object({ body: z.string().min(1), signature: z.string().max(200) }),
    output: z.object({ taken: z.boolean() }),
  })

export const outside = {
  /** 外部请求, newest first; `q` is a part of what the console shows of a request, or its reference. */
  calls: read({
    method: 'POST',
    path: '/biz/outside/list',
    access: ['sys:outside:list'],
    of: ['outsideCall'],
    input: z.object({
      ...listInput('createdAt:desc'),
      port: z.enum(portNames).optional(),
      status: z.enum(callStates).optional(),
      from: isoDate().optional(),
      to: isoDate().optional(),
    }),
    output: page(callRow),
  }),
  /** One of them with its attempts. */
  call: read({
    method: 'POST',
    path: '/biz/outside/get',
    access: ['sys:outside:list'],
    of: ['outsideCall'],
    input: z.object({ id: id() }),
    output: callRow.extend({
      reference: z.string(),
      sent: z.array(named),
      answer: z.array(named),
      tries: z.array(
        z.object({
          id: z.number().int(),
          at: z.string(),
          kind: z.enum(attemptKinds),
          result: z.enum(attemptResults),
          ms: z.number().int(),
          note: z.string(),
        }),
      ),
    }),
  }),
  /** The target of each port, and how much of it is open or dead. */
  ports: read({
    method: 'POST',
    path: '/biz/outside/ports',
    access: ['sys:outside:list'],
    of: ['outsideCall', 'simulator'],
    input: z.object({}),
    output: z.object({
      data: z.array(
        z.object({
          port: z.enum(portNames),
          leads: z.enum(['outside', 'simulator', 'nowhere']),
          /** Its simulator waits for a person. */
          byHand: z.boolean(),
          open: z.number().int(),
          dead: z.number().int(),
        }),
      ),
    }),
  }),
  /** 重发 of a dead letter, under the same reference; 422 for one that is none, or is no longer known. */
  resend: write({
    method: 'POST',
    path: '/biz/outside/resend',
    access: ['sys:outside:save'],
    writes: { on: 'outsideCall', id: 'id', action: 'outside.resend', many: true },
    input: z.object({ id: id() }),
    output: done,
  }),
  /** Says what the simulator is to answer to an open request; 422 where none answers. */
  simulate: write({
    method: 'POST',
    path: '/biz/outside/simulate',
    access: ['sys:outside:save'],
    writes: { on: 'outsideCall', id: 'id', action: 'outside.simulate', many: true },
    input: z.object({
      id: id(),
      outcome: z.enum(simulations),
      result: z.enum(objectionNames).optional(),
      reason: z.string().trim().max(mostReason).optional(),
      late: flag().default(false),
      twice: flag().default(false),
    }),
    output: done,
  }),
  /** Sets whether the simulator of a port answers at once and rightly, or waits for {@link outside.simulate}. */
  setSimulator: write({
    method: 'POST',
    path: '/biz/outside/simulator',
    access: ['sys:outside:save'],
    writes: { on: 'simulator', action: 'simulator.set' },
    input: z.object({ port: z.enum(portNames), byHand: flag() }),
    output: done,
  }),
  callbackSms: callback('sms'),
  callbackCardCheck: callback('cardCheck'),
  callbackDeduction: callback('deduction'),
  callbackDeduct: callback('deduct'),
  callbackTimestamp: callback('timestamp'),
  callbackEsign: callback('esign'),
  callbackPayment: callback('payment'),
  callbackInsurer: callback('insurer'),
  callbackGps: callback('gps'),
  callbackFunder: callback('funder'),
  callbackExpress: callback('express'),
}
