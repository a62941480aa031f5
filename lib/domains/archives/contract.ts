import * as z from 'zod'
import { read, write } from '../../platform/contract/endpoint.ts'
import { done, flag, id, isoDate, json, line, listInput, page } from '../../platform/contract/wire.ts'
import { cleanMobile, cleanName } from '../../rules/clean-value.ts'
import {
  archiveLimits,
  archiveStates,
  boxForm,
  itemStates,
  placeForm,
  secretLevels,
  wholeness,
} from './rules/archive.ts'
import { checkResults, cleanExpressNo, expressNoForm, mailDirections, mailStates } from './rules/mail.ts'
import { lateness, outKinds, outStates } from './rules/outbound.ts'
import { docTypes } from './rules/papers.ts'
import { differenceKinds, resolutions, takeStates } from './rules/stocktake.ts'

/** 档案: the papers of orders, from the parcel in which they come to the day on which they go back. */

const paper = z.object({
  itemNo: z.number().int(),
  /** The signs of its label. */
  code: z.string(),
  docType: z.enum(docTypes),
  copies: z.number().int(),
  isOriginal: z.boolean(),
  itemStatus: z.enum(itemStates),
})
export type Paper = z.output<typeof paper>

const archiveRow = z.object({
  id: z.number().int(),
  rowVersion: z.number().int(),
  archiveNo: z.string(),
  orderId: z.number().int(),
  orderNo: z.string(),
  customerName: z.string(),
  plateNo: z.string().nullable(),
  boxNo: z.string().nullable(),
  location: z.string().nullable(),
  complete: z.boolean(),
  /** Its loan is over: the papers go back to their customer. */
  settled: z.boolean(),
  secretLevel: z.enum(secretLevels),
  status: z.enum(archiveStates),
  receivedAt: z.string().nullable(),
  archivedAt: z.string().nullable(),
  createdAt: z.string(),
  items: z.array(paper),
  /** The parcel that is underway or being checked. */
  mailId: z.number().int().nullable(),
})
export type ArchiveRow = z.output<typeof archiveRow>

const mailRow = z.object({
  id: z.number().int(),
  rowVersion: z.number().int(),
  mailNo: z.string(),
  direction: z.enum(mailDirections),
  orderCount: z.number().int(),
  fromName: z.string(),
  toName: z.string(),
  expressCompany: z.string().nullable(),
  expressNo: z.string().nullable(),
  sentAt: z.string().nullable(),
  receivedAt: z.string().nullable(),
  status: z.enum(mailStates),
  checkResult: z.enum(checkResults).nullable(),
  createdAt: z.string(),
})
export type MailRow = z.output<typeof mailRow>

const mailView = mailRow.extend({
  fromMobile: z.string(),
  toAddress: z.string(),
  courierName: z.string().nullable(),
  sentByName: z.string().nullable(),
  receivedByName: z.string().nullable(),
  checkedByName: z.string().nullable(),
  bouncedAt: z.string().nullable(),
  checkedAt: z.string().nullable(),
  checkNote: z.string(),
  track: z.array(z.object({ at: z.string(), text: z.string() })),
  trackedAt: z.string().nullable(),
  /** Of a draft the papers that are wanted, of any other those in the parcel. */
  archives: z.array(
    z.object({
      id: z.number().int(),
      archiveNo: z.string(),
      orderId: z.number().int(),
      orderNo: z.string(),
      customerName: z.string(),
      status: z.enum(archiveStates),
      items: z.array(paper),
    }),
  ),
})
export type MailView = z.output<typeof mailView>

const outRow = z.object({
  id: z.number().int(),
  rowVersion: z.number().int(),
  outNo: z.string(),
  archiveId: z.number().int(),
  archiveNo: z.string(),
  orderId: z.number().int(),
  customerName: z.string(),
  outKind: z.enum(outKinds),
  items: z.array(paper),
  applicantId: z.number().int(),
  applicantName: z.string(),
  approvedByName: z.string().nullable(),
  reason: z.string(),
  refuseReason: z.string(),
  outAt: z.string().nullable(),
  dueBack: z.string().nullable(),
  backAt: z.string().nullable(),
  broughtBy: z.string(),
  status: z.enum(outStates),
  late: z.boolean(),
  mailId: z.number().int().nullable(),
  createdAt: z.string(),
})
export type OutRow = z.output<typeof outRow>

const itemRow = paper.extend({
  id: z.number().int(),
  archiveId: z.number().int(),
  archiveNo: z.string(),
  orderId: z.number().int(),
  customerName: z.string(),
  /** Plate, else the model's name. */
  vehicle: z.string(),
  createdAt: z.string(),
})
export type ItemRow = z.output<typeof itemRow>

const takeRow = z.object({
  id: z.number().int(),
  rowVersion: z.number().int(),
  takeNo: z.string(),
  scope: z.string(),
  status: z.enum(takeStates),
  boxes: z.number().int(),
  files: z.number().int(),
  /** Files that should be there. */
  expected: z.number().int(),
  /** Differences that nobody has resolved. */
  open: z.number().int(),
  createdByName: z.string().nullable(),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
})
export type TakeRow = z.output<typeof takeRow>

const difference = z.object({
  id: z.number().int(),
  archiveNo: z.string(),
  customerName: z.string(),
  kind: z.enum(differenceKinds),
  expectedBox: z.string().nullable(),
  foundBox: z.string().nullable(),
  resolution: z.enum(resolutions).nullable(),
  note: z.string(),
  resolvedByName: z.string().nullable(),
  resolvedAt: z.string().nullable(),
})
export type TakeDifference = z.output<typeof difference>

const takeView = takeRow.extend({
  /** The newest first. */
  scans: z.array(z.object({ id: z.number().int(), boxNo: z.string(), archiveNo: z.string().nullable() })),
  differences: z.array(difference),
})
export type TakeView = z.output<typeof takeView>

const reason = z.string().trim().min(1, 'rules.required').max(archiveLimits.reason)
const written = z.object({ id: z.number().int(), rowVersion: z.number().int() })
/** Numbers of papers in their file. */
const itemNos = json(z.array(z.number().int().min(1).max(99)).min(1, 'archives.refusals.noItem').max(99))
const text = (max: number) => line().min(1, 'rules.required').max(max)
const parcel = {
  courier: line().max(10),
  expressNo: line(cleanExpressNo).regex(expressNoForm, 'archives.badExpressNo'),
}

export const archives = {
  /** 档案录入; `q` is a part of a number, a customer or a box, or a scanned label. */
  list: read({
    method: 'POST',
    path: '/biz/archive/list',
    access: ['archive:view'],
    of: ['archive', 'order', 'archiveMail'],
    input: z.object({
      ...listInput('createdAt:desc', 'archiveNo'),
      status: json(z.array(z.enum(archiveStates)).max(archiveStates.length)).optional(),
      complete: z.enum(wholeness).optional(),
      boxNo: line().max(archiveLimits.box).optional(),
    }),
    output: page(archiveRow),
  }),
  get: read({
    method: 'POST',
    path: '/biz/archive/get',
    access: ['archive:view'],
    of: ['archive', 'order', 'archiveMail'],
    input: z.object({ id: id() }),
    output: archiveRow,
  }),
  /** 档案客户信息: paper by paper. */
  items: read({
    method: 'POST',
    path: '/biz/archive/item/list',
    access: ['archive:view'],
    of: ['archive', 'order', 'archiveMail'],
    input: z.object({
      ...listInput('createdAt:desc'),
      docType: z.enum(docTypes).optional(),
      itemStatus: z.enum(itemStates).optional(),
    }),
    output: page(itemRow),
  }),
  /** 标签: Code 128 of each file and paper as a PDF, of at most fifty files. */
  labels: read({
    method: 'GET',
    path: '/biz/archive/labels/get',
    access: ['archive:view'],
    of: ['archive'],
    kind: 'file',
    input: z.object({ ids: json(z.array(id()).min(1).max(archiveLimits.orders)) }),
    output: done,
  }),
  /** 录入 of papers that somebody hands over; 422 while a parcel of the file is underway. */
  enter: write({
    method: 'POST',
    path: '/biz/archive/enter',
    access: ['archive:keep'],
    writes: { on: 'archive', id: 'id', action: 'archive.enter' },
    input: z.object({ id: id(), items: itemNos, secretLevel: z.enum(secretLevels) }),
    output: written,
  }),
  /** 归档 into a box and its place, or into another one. */
  file: write({
    method: 'POST',
    path: '/biz/archive/file',
    access: ['archive:keep'],
    writes: { on: 'archive', id: 'id', action: 'archive.file', many: true },
    input: z.object({
      id: id(),
      boxNo: line((value) => value.trim().toUpperCase()).regex(boxForm, 'archives.badBox'),
      location: line().max(archiveLimits.location).regex(placeForm, 'archives.badPlace'),
    }),
    output: written,
  }),
  /** 报失: counts when a second person agrees. */
  lose: write({
    method: 'POST',
    path: '/biz/archive/lose',
    access: ['archive:keep'],
    writes: { on: 'archive', id: 'id', action: 'archive.lose', proposes: 'archiveLoss' },
    input: z.object({ id: id(), items: itemNos, reason }),
    output: written,
  }),
  /** 出库申请 for papers that are there and nobody else has asked for. */
  apply: write({
    method: 'POST',
    path: '/biz/archive/apply',
    access: ['archive:apply'],
    writes: { on: 'archive', id: 'id', action: 'archive.apply' },
    input: z.object({
      id: id(),
      outKind: z.enum(outKinds),
      items: itemNos,
      reason,
      dueBack: z.union([z.literal(''), isoDate()]).default(''),
    }),
    output: written,
  }),

  mails: read({
    method: 'POST',
    path: '/biz/archive/mail/list',
    access: ['archive:view'],
    of: ['archiveMail'],
    input: z.object({
      ...listInput('createdAt:desc', 'sentAt'),
      direction: z.enum(mailDirections).optional(),
      status: json(z.array(z.enum(mailStates)).max(mailStates.length)).optional(),
      expressCompany: line().max(10).optional(),
      sentFrom: isoDate().optional(),
      sentTo: isoDate().optional(),
    }),
    output: page(mailRow),
  }),
  mail: read({
    method: 'POST',
    path: '/biz/archive/mail/get',
    access: ['archive:view'],
    of: ['archiveMail', 'archive', 'order'],
    input: z.object({ id: id() }),
    output: mailView,
  }),
  /** Couriers that bring parcels now. */
  couriers: read({
    method: 'POST',
    path: '/biz/archive/couriers',
    access: ['archive:view'],
    of: ['courier'],
    input: z.object({}),
    output: z.array(z.object({ code: z.string(), name: z.string() })),
  }),
  /** A parcel to headquarters that is not sent yet, with 1–50 orders by their numbers or those of their files. */
  saveMail: write({
    method: 'POST',
    path: '/biz/archive/mail/save',
    access: ['archive:mail'],
    writes: { on: 'archiveMail', id: 'id', action: 'archive_mail.save' },
    input: z.object({
      id: id().optional(),
      orders: json(z.array(line().min(1).max(40)).min(1, 'rules.required').max(archiveLimits.orders)),
      fromName: line(cleanName).min(1, 'rules.required').max(archiveLimits.line),
      fromMobile: line(cleanMobile).regex(/^1\d{10}$/, 'rules.mobile'),
      toName: text(archiveLimits.line),
      toAddress: text(archiveLimits.address),
    }),
    output: written,
  }),
  /** 寄出; 409 for a number that the courier gave another parcel. */
  send: write({
    method: 'POST',
    path: '/biz/archive/mail/send',
    access: ['archive:mail'],
    writes: { on: 'archiveMail', id: 'id', action: 'archive_mail.send' },
    input: z.object({
      id: id(),
      ...parcel,
      /** Labels of the papers in it. */
      codes: json(
        z
          .array(line().max(24))
          .min(1, 'archives.refusals.noItem')
          .max(archiveLimits.orders * 9),
      ),
    }),
    output: written,
  }),
  /** 作废 of a draft. */
  voidMail: write({
    method: 'POST',
    path: '/biz/archive/mail/void',
    access: ['archive:mail'],
    writes: { on: 'archiveMail', id: 'id', action: 'archive_mail.void' },
    input: z.object({ id: id() }),
    output: written,
  }),
  sign: write({
    method: 'POST',
    path: '/biz/archive/mail/sign',
    access: ['archive:keep'],
    writes: { on: 'archiveMail', id: 'id', action: 'archive_mail.sign' },
    input: z.object({ id: id() }),
    output: written,
  }),
  /** 拒收退回. */
  bounce: write({
    method: 'POST',
    path: '/biz/archive/mail/bounce',
    access: ['archive:keep'],
    writes: { on: 'archiveMail', id: 'id', action: 'archive_mail.bounce' },
    input: z.object({ id: id(), reason }),
    output: written,
  }),
  /** A paper of the parcel is there, or is not after all; 422 for one that is not in its list. */
  tick: write({
    method: 'POST',
    path: '/biz/archive/mail/tick',
    access: ['archive:keep'],
    writes: { on: 'archiveMail', id: 'id', anyVersion: true, action: 'archive_mail.tick' },
    input: z.object({ id: id(), code: line().max(24), here: flag().default(true) }),
    output: z.object({ code: z.string(), docType: z.enum(docTypes), customerName: z.string() }),
  }),
  /** 核对: what was not ticked has not come, and is chased. */
  check: write({
    method: 'POST',
    path: '/biz/archive/mail/check',
    access: ['archive:keep'],
    writes: { on: 'archiveMail', id: 'id', action: 'archive_mail.check' },
    input: z.object({
      id: id(),
      result: z.enum(checkResults),
      note: z.string().trim().max(archiveLimits.reason).default(''),
    }),
    output: written,
  }),

  outbounds: read({
    method: 'POST',
    path: '/biz/archive/outbound/list',
    access: ['archive:view'],
    of: ['archiveOutbound', 'archive', 'order'],
    input: z.object({
      ...listInput('createdAt:desc', 'dueBack'),
      outKind: z.enum(outKinds).optional(),
      status: json(z.array(z.enum(outStates)).max(outStates.length)).optional(),
      dueFrom: isoDate().optional(),
      dueTo: isoDate().optional(),
      late: z.enum(lateness).optional(),
    }),
    output: page(outRow),
  }),
  approve: write({
    method: 'POST',
    path: '/biz/archive/outbound/approve',
    access: ['archive:approve'],
    writes: { on: 'archiveOutbound', id: 'id', action: 'archive_outbound.approve', many: true },
    input: z.object({ id: id() }),
    output: written,
  }),
  refuse: write({
    method: 'POST',
    path: '/biz/archive/outbound/refuse',
    access: ['archive:approve'],
    writes: { on: 'archiveOutbound', id: 'id', action: 'archive_outbound.refuse' },
    input: z.object({ id: id(), reason }),
    output: written,
  }),
  /** 出库: the papers leave, of a settled loan in a parcel to the customer where a courier is named. */
  release: write({
    method: 'POST',
    path: '/biz/archive/outbound/release',
    access: ['archive:keep'],
    writes: { on: 'archiveOutbound', id: 'id', action: 'archive_outbound.release' },
    input: z.object({
      id: id(),
      courier: line().max(10).default(''),
      expressNo: z.union([z.literal(''), parcel.expressNo]).default(''),
      toAddress: line().max(archiveLimits.address).default(''),
    }),
    output: written,
  }),
  /** 归还 of some or all of them, by whoever brings them. */
  giveBack: write({
    method: 'POST',
    path: '/biz/archive/outbound/back',
    access: ['archive:keep'],
    writes: { on: 'archiveOutbound', id: 'id', action: 'archive_outbound.back' },
    input: z.object({ id: id(), items: itemNos, broughtBy: text(archiveLimits.line) }),
    output: written,
  }),
  /** 交接: the customer has them for good. */
  handOver: write({
    method: 'POST',
    path: '/biz/archive/outbound/hand',
    access: ['archive:keep'],
    writes: { on: 'archiveOutbound', id: 'id', action: 'archive_outbound.hand' },
    input: z.object({ id: id(), broughtBy: text(archiveLimits.line), handedOn: isoDate() }),
    output: written,
  }),

  takes: read({
    method: 'POST',
    path: '/biz/archive/take/list',
    access: ['archive:keep'],
    of: ['archiveTake'],
    input: z.object({ ...listInput('createdAt:desc') }),
    output: page(takeRow),
  }),
  take: read({
    method: 'POST',
    path: '/biz/archive/take/get',
    access: ['archive:keep'],
    of: ['archiveTake', 'archive'],
    input: z.object({ id: id() }),
    output: takeView,
  }),
  /** 盘点 of all places, or of those that begin so: `一库-03`. */
  startTake: write({
    method: 'POST',
    path: '/biz/archive/take/start',
    access: ['archive:keep'],
    writes: { on: 'archiveTake', action: 'archive_take.start' },
    input: z.object({ scope: line().max(archiveLimits.location).default('') }),
    output: written,
  }),
  /** A scanned box, or a file in the box that was scanned before it; 422 for one that was scanned already. */
  scanTake: write({
    method: 'POST',
    path: '/biz/archive/take/scan',
    access: ['archive:keep'],
    writes: { on: 'archiveTake', id: 'id', anyVersion: true, action: 'archive_take.scan' },
    input: z.object({
      id: id(),
      code: line((value) => value.trim().toUpperCase()).max(24),
      boxNo: line((value) => value.trim().toUpperCase())
        .max(archiveLimits.box)
        .default(''),
    }),
    output: z.object({ boxNo: z.string(), archiveNo: z.string().nullable() }),
  }),
  /** A file that should be there and was not scanned is a difference from now on. */
  finishTake: write({
    method: 'POST',
    path: '/biz/archive/take/finish',
    access: ['archive:keep'],
    writes: { on: 'archiveTake', id: 'id', action: 'archive_take.finish' },
    input: z.object({ id: id() }),
    output: written,
  }),
  /** A person says what became of a difference; 改记 files it in the box in which it was found. */
  resolveTake: write({
    method: 'POST',
    path: '/biz/archive/take/resolve',
    access: ['archive:keep'],
    writes: { on: 'archiveTake', id: 'id', action: 'archive_take.resolve' },
    input: z.object({
      id: id(),
      differenceId: id(),
      resolution: z.enum(resolutions),
      note: z.string().trim().max(archiveLimits.reason).default(''),
    }),
    output: written,
  }),
}
