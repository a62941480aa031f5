import * as z from 'zod'
import { read, write } from '../../platform/contract/endpoint.ts'
import { done, flag, id, int, json, listInput, page } from '../../platform/contract/wire.ts'
import { orderHeader, orderRow } from '../orders/contract.ts'
import { identityChecks, interviewLimits, interviewStatuses } from './rules/interview.ts'

/** 视频面签: the desk's calls, and below them those of the customer's page, which show a link instead of a session. */

const status = z.enum(interviewStatuses)
/** Chosen by a page: it is whoever came last that has its side of the room. */
const hold = z.string().regex(/^[A-Za-z0-9_-]{16,40}$/)
const reason = z.string().trim().max(interviewLimits.reason)
const signal = z.string().max(interviewLimits.signal)
const handle = ['interview:handle'] as const
/** A user who reviews an order sees how its interviews went. */
const watch = ['interview:handle', 'order:internal'] as const

const interviewRow = orderRow.extend({
  interviewId: z.number().int().nullable(),
  roomNo: z.string().nullable(),
  /** 待面签 where nobody has invited the customer yet. */
  interviewStatus: status,
  agentId: z.number().int().nullable(),
  agentName: z.string().nullable(),
  startedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
})
export type InterviewRow = z.infer<typeof interviewRow>

const scriptLine = z.object({
  code: z.string(),
  text: z.string(),
  required: z.boolean(),
  ok: z.boolean(),
  answer: z.string(),
  /** The time at which it was ticked. */
  at: z.string().optional(),
})

const interviewView = z.object({
  id: z.number().int(),
  rowVersion: z.number().int(),
  roomNo: z.string(),
  orderId: z.number().int(),
  signer: z.string(),
  status,
  agentId: z.number().int().nullable(),
  agentName: z.string().nullable(),
  script: z.array(scriptLine),
  identityCheck: z.enum(identityChecks).nullable(),
  startedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  reason: z.string(),
  decidedByName: z.string().nullable(),
  redoReason: z.string(),
  linkExpiresAt: z.string().nullable(),
  consentedAt: z.string().nullable(),
  /** Files of the order. */
  snapshots: z.array(z.number().int()),
  /** Pieces that are stored, and how long they are together, in ms. */
  pieces: z.number().int(),
  recordedMs: z.number().int(),
})
export type InterviewView = z.infer<typeof interviewView>

/** The settings that a browser's `RTCPeerConnection` is made with. */
const connection = z.object({
  iceServers: z.array(
    z.object({
      urls: z.array(z.string()),
      username: z.string().optional(),
      credential: z.string().optional(),
    }),
  ),
  /** A relay is set up: phones in other networks are reached. */
  relayed: z.boolean(),
  /** Epoch ms of the service: a recording goes by its clock, whatever the one of the desk says. */
  now: z.number().int(),
})
export type Connection = z.infer<typeof connection>

const listed = z.object({
  ...listInput('stageEnteredAt:desc', 'createdAt', 'financeAmount'),
  interviewStatus: json(z.array(status).max(interviewStatuses.length)).optional(),
  /** Those that nobody has taken, or the caller's own. */
  whose: z.enum(['pool', 'mine']).optional(),
  productId: id().optional(),
  shopId: id().optional(),
})

const tokenText = z.string().max(100)
const guestState = z.enum(['ready', 'expired', 'ended', 'unknown'])
export type GuestState = z.infer<typeof guestState>

export const interviews = {
  /** 面签列表: approved orders that are not released, and whatever else has an interview. */
  list: read({
    method: 'POST',
    path: '/biz/interview/list',
    access: handle,
    of: ['order', 'interview'],
    input: listed,
    output: page(interviewRow),
  }),
  /** The room of an order: what counts now, what was before, newest first, and what the clerk has to have at hand. */
  get: read({
    method: 'POST',
    path: '/biz/interview/get',
    access: handle,
    of: ['order', 'interview'],
    input: z.object({ orderId: id() }),
    output: z.object({
      order: orderHeader,
      /** The order is where its customer is interviewed. */
      open: z.boolean(),
      interview: interviewView.nullable(),
      former: z.array(interviewView),
      /** The lines that would be asked now; of one that has begun its own script counts. */
      script: z.array(scriptLine),
      /** The values its lines ask for, masked, by section of the entry: the figures are those that were approved. */
      facts: z.record(z.string(), z.record(z.string(), z.unknown())),
      /** Photos of the identity card, front first: files of the order. */
      idPhotos: z.array(z.object({ id: z.number().int(), name: z.string() })),
      /** Contracts of this order wait for a passed interview. */
      required: z.boolean(),
      mobile: z.string(),
    }),
  }),
  /** The interviews of an order, newest first, for its reviewers. */
  ofOrder: read({
    method: 'POST',
    path: '/biz/interview/order/get',
    access: watch,
    of: ['order', 'interview'],
    input: z.object({ orderId: id() }),
    output: z.object({ required: z.boolean(), interviews: z.array(interviewView) }),
  }),
  /**
   * 邀请客户: a new link for one phone, good for an hour; the one before counts no more. `path` is below the console's
   * own address and said this once. `sms`: whether it is on its way to the customer's mobile.
   */
  invite: write({
    method: 'POST',
    path: '/biz/interview/invite',
    access: handle,
    writes: { on: 'order', id: 'orderId', anyVersion: true, action: 'interview.invite', secret: true },
    input: z.object({ orderId: id() }),
    output: z.object({
      interviewId: z.number().int(),
      path: z.string(),
      expiresAt: z.string(),
      sms: z.boolean(),
    }),
  }),
  /** The page takes the desk's side of the room; a page that had it is told. */
  enter: write({
    method: 'POST',
    path: '/biz/interview/enter',
    access: handle,
    writes: { on: 'interview', id: 'id', anyVersion: true, action: 'interview.enter' },
    input: z.object({ id: id(), hold }),
    output: connection,
  }),
  /** A message to the customer's page; 422 when another page has the desk's side. */
  signal: write({
    method: 'POST',
    path: '/biz/interview/signal',
    access: handle,
    writes: { on: 'interview', own: 'state' },
    input: z.object({ id: id(), hold, kind: z.enum(['hello', 'offer', 'end']), text: signal }),
    output: done,
  }),
  /** 开始面签: the script is frozen, the recording begins. 422 until the customer has agreed to it. */
  begin: write({
    method: 'POST',
    path: '/biz/interview/begin',
    access: handle,
    writes: { on: 'interview', id: 'id', action: 'interview.begin' },
    input: z.object({ id: id() }),
    output: done,
  }),
  /** Ticks and answers of the script, each in the place of the one before. */
  tick: write({
    method: 'POST',
    path: '/biz/interview/tick',
    access: handle,
    writes: { on: 'interview', id: 'id', anyVersion: true, action: 'interview.tick' },
    input: z.object({
      id: id(),
      code: z.string().max(40),
      ok: flag(),
      answer: z.string().trim().max(interviewLimits.answer).default(''),
    }),
    output: done,
  }),
  /** A picture of the customer, which becomes 面签照片 among the order's materials. */
  addSnapshot: write({
    method: 'POST',
    path: '/biz/interview/snapshot/add',
    access: handle,
    writes: { on: 'interview', id: 'id', anyVersion: true, action: 'interview.add_snapshot' },
    kind: 'upload',
    maxBytes: 11 * 1024 * 1024,
    input: z.object({ id: id() }),
    output: z.object({ fileId: z.number().int(), count: z.number().int() }),
  }),
  /** A piece of the recording, which plays by itself; the same piece again is the same piece. */
  addPiece: write({
    method: 'POST',
    path: '/biz/interview/piece/add',
    access: handle,
    writes: { on: 'interview', id: 'id', anyVersion: true, action: 'interview.add_piece' },
    kind: 'upload',
    maxBytes: interviewLimits.pieceBytes + 16 * 1024,
    input: z.object({
      id: id(),
      take: hold,
      pieceNo: int(0, 100_000),
      startAt: int(1),
      length: int(1, 60_000),
    }),
    output: z.object({ pieces: z.number().int() }),
  }),
  /** 通过 or 不通过. 通过 needs the script, pictures, the recording of all that was asked and 人证一致; 不通过 a reason. */
  decide: write({
    method: 'POST',
    path: '/biz/interview/decide',
    access: handle,
    writes: { on: 'interview', id: 'id', action: ['interview.pass', 'interview.fail'] },
    input: z.object({
      id: id(),
      passed: flag(),
      identityCheck: z.enum(identityChecks),
      reason: reason.default(''),
    }),
    output: done,
  }),
  /** 重签: another interview takes its place, and what it gave the order is taken back. */
  redo: write({
    method: 'POST',
    path: '/biz/interview/redo',
    access: handle,
    writes: { on: 'interview', id: 'id', action: 'interview.redo', makes: true },
    input: z.object({ id: id(), reason: reason.min(1, 'rules.required') }),
    output: z.object({ id: z.number().int() }),
  }),
  /** The pieces of a recording; whoever asks for them watches it, which is noted. */
  recording: read({
    method: 'POST',
    path: '/biz/interview/recording/get',
    access: watch,
    of: ['interview'],
    leaves: 'interview.play',
    input: z.object({ id: id() }),
    output: z.object({
      pieces: z.array(
        z.object({ id: z.number().int(), startAt: z.number().int(), length: z.number().int() }),
      ),
    }),
  }),
  /** The bytes of a piece. */
  piece: read({
    method: 'GET',
    path: '/biz/interview/piece/get',
    access: watch,
    of: ['interview'],
    kind: 'file',
    input: z.object({ id: id(), pieceId: id() }),
    output: done,
  }),

  /** The interview that a link opens; nothing about the customer or the order is said before they join. */
  guestOpen: read({
    method: 'POST',
    path: '/biz/interview/guest/open',
    access: 'public',
    of: [],
    input: z.object({ token: tokenText }),
    output: z.object({ state: guestState }),
  }),
  /**
   * The customer has agreed to the recording, and this phone takes their place; a phone that had it is told. 422 when the
   * link no longer counts.
   */
  guestJoin: write({
    method: 'POST',
    path: '/biz/interview/guest/join',
    access: 'public',
    writes: { on: 'interview', own: 'stranger' },
    maxBytes: 8 * 1024,
    input: z.object({ token: tokenText, hold, agreed: z.string().max(20) }),
    output: connection,
  }),
  /** A message to the desk; 422 when the link no longer counts, another phone has the place, or it said too much. */
  guestSignal: write({
    method: 'POST',
    path: '/biz/interview/guest/signal',
    access: 'public',
    writes: { on: 'interview', own: 'stranger' },
    maxBytes: 3 * interviewLimits.signal,
    input: z.object({ token: tokenText, hold, kind: z.enum(['ready', 'answer', 'bye']), text: signal }),
    output: done,
  }),
  /** The guest whose messages a phone hears: asked by the event stream. 422 as above. */
  guestWatch: read({
    method: 'POST',
    path: '/biz/interview/guest/watch',
    access: 'public',
    of: [],
    input: z.object({ token: tokenText, hold }),
    output: z.object({ interviewId: z.number().int() }),
  }),
}
