import * as z from 'zod'
import { read, write } from '../../platform/contract/endpoint.ts'
import { done, id, int, line, listInput, money, page } from '../../platform/contract/wire.ts'
import { payWays } from '../identity/rules/tenant-settings.ts'
import {
  answerBytes,
  answerFindings,
  lineResults,
  mostOfFile,
  paymentFileLimits,
  paymentFileStates,
} from './rules/payment-file.ts'

/** 付款文件: checked releases go to the bank as a file of its account, and its answer comes back as one. */

const row = {
  id: z.number().int(),
  rowVersion: z.number().int(),
  fileNo: z.string(),
  payerAccount: z.string(),
  count: z.number().int(),
  amount: z.string(),
  status: z.enum(paymentFileStates),
  /** The number of its payments that the bank has answered, and of those that failed. */
  answered: z.number().int(),
  failed: z.number().int(),
  /** Somebody took it from here: it may be with the bank. */
  downloaded: z.boolean(),
  createdAt: z.string(),
  createdByName: z.string().nullable(),
  cancelledAt: z.string().nullable(),
  cancelledByName: z.string().nullable(),
  cancelReason: z.string().nullable(),
}
export const fileRow = z.object(row)
export type PaymentFileRow = z.output<typeof fileRow>

const answerLine = z.object({
  payNo: z.string(),
  amount: z.string(),
  result: z.string(),
  bankReference: z.string(),
  paidAt: z.string(),
  reason: z.string(),
  finding: z.enum(answerFindings).nullable(),
})

const waitingOrders = z.array(z.object({ orderId: z.number().int(), orderNo: z.string() }))

const access = ['release:make', 'release:check'] as const
const written = z.object({ id: z.number().int(), rowVersion: z.number().int() })

export const paymentFiles = {
  list: read({
    method: 'POST',
    path: '/biz/release/file/list',
    access,
    of: ['paymentFile', 'change'],
    input: z.object({ ...listInput('createdAt:desc'), status: z.enum(paymentFileStates).optional() }),
    output: page(fileRow),
  }),
  /** Payments that wait for their file, by our account: number and sum. One checked after the cut-off waits a day. */
  waiting: read({
    method: 'POST',
    path: '/biz/release/file/waiting',
    access,
    of: ['paymentFile', 'change'],
    input: z.object({}),
    output: z.object({
      payBy: z.enum(payWays),
      cutoff: z.string().nullable(),
      groups: z.array(
        z.object({
          payerAccount: z.string(),
          payerLabel: z.string(),
          count: z.number().int(),
          amount: z.string(),
        }),
      ),
      /** Of the next day. */
      later: z.number().int(),
      /** Orders whose payee may be paid no more: somebody registers that they failed, and corrects it. */
      unpayable: waitingOrders,
      /** Orders whose bank says something else than what counts: they go into no file before that is decided. */
      contradicted: waitingOrders,
    }),
  }),
  /** One file with its payments, and the answers that were read: those nobody decided first, then the newest. */
  get: read({
    method: 'POST',
    path: '/biz/release/file/get',
    access,
    of: ['paymentFile', 'change'],
    input: z.object({ fileId: id() }),
    output: z.object({
      file: fileRow,
      lines: z.array(
        z.object({
          id: z.number().int(),
          orderId: z.number().int(),
          orderNo: z.string(),
          payNo: z.string(),
          payeeName: z.string(),
          /** Masked. */
          payeeAccount: z.string(),
          amount: z.string(),
          result: z.enum(lineResults).nullable(),
          bankReference: z.string().nullable(),
          reason: z.string().nullable(),
          hindered: z.string().nullable(),
          answeredAt: z.string().nullable(),
        }),
      ),
      answers: z.array(
        z.object({
          id: z.number().int(),
          name: z.string(),
          createdAt: z.string(),
          bookedAt: z.string().nullable(),
          refusedAt: z.string().nullable(),
          refuseReason: z.string().nullable(),
          lines: z.array(answerLine),
        }),
      ),
    }),
  }),
  /** 生成付款文件 of one account: all that waits, if it is what was shown. */
  make: write({
    method: 'POST',
    path: '/biz/release/file/make',
    access: ['release:make'],
    writes: { on: 'paymentFile', action: 'payment_file.make' },
    input: z.object({ payerAccount: line().max(40), count: int(1, mostOfFile), amount: money() }),
    output: written,
  }),
  /** The file itself, with whole account numbers: who takes it is noted. */
  download: read({
    method: 'GET',
    path: '/biz/release/file/download',
    access: ['release:make'],
    of: ['paymentFile'],
    leaves: 'payment_file.download',
    kind: 'file',
    input: z.object({ fileId: id() }),
    output: done,
  }),
  /** 导入回盘: what the bank says line by line, before anything of it is booked. */
  readAnswer: write({
    method: 'POST',
    path: '/biz/release/file/answer',
    access: ['release:make'],
    writes: { on: 'paymentFile', id: 'fileId', action: 'payment_file.answer' },
    kind: 'upload',
    maxBytes: answerBytes + 16 * 1024,
    input: z.object({ fileId: id() }),
    output: written.extend({ toBook: z.number().int(), left: z.number().int() }),
  }),
  /** 入账 of the lines of an answer that are right; behind the call, each by itself. Never by who brought it. */
  book: write({
    method: 'POST',
    path: '/biz/release/file/book',
    access: ['release:check'],
    writes: { on: 'paymentFile', id: 'fileId', action: 'payment_file.book' },
    input: z.object({ fileId: id(), answerId: id() }),
    output: written,
  }),
  /** 驳回回盘: what was read is no answer of the bank's. Never by who brought it. */
  refuseAnswer: write({
    method: 'POST',
    path: '/biz/release/file/answer/refuse',
    access: ['release:check'],
    writes: { on: 'paymentFile', id: 'fileId', action: 'payment_file.refuse_answer' },
    input: z.object({
      fileId: id(),
      answerId: id(),
      reason: z.string().trim().min(1, 'rules.required').max(paymentFileLimits.reason),
    }),
    output: written,
  }),
  /** 作废文件 that nobody downloaded: its payments wait for another one. Only a checker. */
  cancel: write({
    method: 'POST',
    path: '/biz/release/file/cancel',
    access: ['release:check'],
    writes: { on: 'paymentFile', id: 'fileId', action: 'payment_file.cancel' },
    input: z.object({
      fileId: id(),
      reason: z.string().trim().min(1, 'rules.required').max(paymentFileLimits.reason),
    }),
    output: written,
  }),
  /** 作废 of one that was downloaded: the bank says that it did not run it, and a checker with its word decides. */
  askCancel: write({
    method: 'POST',
    path: '/biz/release/file/cancel/ask',
    access: ['release:make'],
    writes: { on: 'paymentFile', id: 'fileId', action: 'payment_file.ask_cancel', proposes: 'fileCancel' },
    input: z.object({
      fileId: id(),
      reason: z.string().trim().min(1, 'rules.required').max(paymentFileLimits.reason),
    }),
    output: written,
  }),
}
