import * as z from 'zod'
import { read, write } from '../../platform/contract/endpoint.ts'
import { done, fileInput, id, int, isoDate, json, listInput, page } from '../../platform/contract/wire.ts'
import { isAnswer } from './rules/diligence-form.ts'
import {
  diligenceKinds,
  diligenceLimits,
  diligenceParts,
  diligenceReasons,
  diligenceStatuses,
  photoSubjects,
  results,
  returnReasons,
} from './rules/due-diligence.ts'

/** 尽调: visits that a review orders, an officer makes with a phone, and the review reads. */

const text = (most: number) => z.string().trim().max(most).default('')
const wanted = (most: number) => z.string().trim().min(1, 'rules.required').max(most)
const instant = () => z.iso.datetime({ offset: true })
const regionCode = () => z.string().regex(/^\d{6}$/)
/** Province and city. */
const region = json(z.tuple([regionCode(), regionCode()]))

const diligenceRow = z.object({
  id: z.number().int(),
  rowVersion: z.number().int(),
  ddNo: z.string(),
  orderId: z.number().int(),
  orderNo: z.string(),
  customerName: z.string(),
  kind: z.enum(diligenceKinds),
  reason: z.enum(diligenceReasons),
  parts: z.array(z.enum(diligenceParts)),
  note: z.string(),
  region: z.array(z.string()),
  assigneeId: z.number().int().nullable(),
  assigneeName: z.string().nullable(),
  orderedByName: z.string(),
  visitAt: z.string().nullable(),
  result: z.enum(results).nullable(),
  status: z.enum(diligenceStatuses),
  createdAt: z.string(),
  submittedAt: z.string().nullable(),
})
export type DiligenceRow = z.output<typeof diligenceRow>

const photoView = z.object({
  id: z.number().int(),
  subject: z.enum(photoSubjects),
  takenAt: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  /** Metres. */
  accuracy: z.number().int().nullable(),
  /** The reason why it has no place. */
  noPlace: z.string(),
})
export type DiligencePhoto = z.output<typeof photoView>

const said = z.object({ note: z.string(), by: z.string(), at: z.string() })
const diligenceView = diligenceRow.extend({
  /** By the code of the question; report, result and verdicts among them. */
  answers: z.record(z.string(), z.string()),
  photos: z.array(photoView),
  /** The last return. */
  returned: said.extend({ reason: z.string() }).nullable(),
  /** The end of it: 完成 or 撤销. */
  closed: said.nullable(),
})
export type DiligenceView = z.output<typeof diligenceView>

const listed = z.object({
  ...listInput('createdAt:desc', 'visitAt', 'submittedAt'),
  status: json(z.array(z.string().max(10)).max(10)).optional(),
  assigneeId: id().optional(),
  kind: z.enum(diligenceKinds).optional(),
  result: z.enum(results).optional(),
  /** A province or a city. */
  region: z.string().max(6).optional(),
  createdFrom: isoDate().optional(),
  createdTo: isoDate().optional(),
  /** The visits of one order, as a message about it opens them. */
  order: id().optional(),
})

/** An empty field of a form says nothing; as a number it would be the Gulf of Guinea. */
const degrees = (most: number) =>
  z.preprocess((sent) => (sent === '' ? undefined : sent), z.coerce.number().min(-most).max(most).optional())
const inside = ['diligence:order', 'diligence:fill'] as const

export const dueDiligence = {
  /** 尽调列表: whoever orders visits sees those of the orders in his scope, an officer his own. */
  list: read({
    method: 'POST',
    path: '/biz/diligence/list',
    access: inside,
    of: ['dueDiligence'],
    input: listed,
    output: page(diligenceRow),
  }),
  /** The list as xlsx, at most 50,000 rows. */
  exportList: read({
    method: 'POST',
    path: '/biz/diligence/export',
    access: ['diligence:order'],
    of: ['dueDiligence'],
    leaves: 'list.export',
    kind: 'file',
    input: fileInput(listed),
    output: done,
  }),
  get: read({
    method: 'POST',
    path: '/biz/diligence/get',
    access: inside,
    of: ['dueDiligence'],
    input: z.object({ id: id() }),
    output: diligenceView,
  }),
  /** The visits of an order, newest first, for its case; with what another one would begin with. */
  ofOrder: read({
    method: 'POST',
    path: '/biz/diligence/order/get',
    access: ['order:internal'],
    of: ['dueDiligence', 'order'],
    input: z.object({ orderId: id() }),
    output: z.object({
      status: z.string(),
      /** The region where the customer lives, else where the shop is. */
      region: z.array(z.string()),
      items: z.array(diligenceView),
    }),
  }),
  /** The task an officer carries to the visit: where to go, whom to ask for in clear, what was filled in so far. */
  task: read({
    method: 'POST',
    path: '/biz/diligence/task/get',
    access: ['diligence:fill'],
    of: ['dueDiligence'],
    leaves: 'diligence.read_clear',
    input: z.object({ id: id() }),
    output: diligenceView.extend({
      mobile: z.string(),
      /** Per part that is looked at: the address, and the name that stands at the door. */
      places: z.array(
        z.object({ part: z.enum(diligenceParts), name: z.string(), address: z.string(), phone: z.string() }),
      ),
    }),
  }),
  /** The officers who can be sent there: those of the region first, then who has least to do. */
  officers: read({
    method: 'POST',
    path: '/biz/diligence/officers',
    access: ['diligence:order'],
    of: ['dueDiligence', 'user'],
    input: z.object({ region: region.optional() }),
    output: z.array(
      z.object({
        id: z.number().int(),
        name: z.string(),
        /** Works in the city, or has been there in the last half year. */
        near: z.boolean(),
        /** Visits that are not submitted. */
        open: z.number().int(),
      }),
    ),
  }),
  /** 发起尽调 from a case at 待初审 or 待风控; 409 while one of the kind is open. */
  order: write({
    method: 'POST',
    path: '/biz/diligence/add',
    access: ['diligence:order'],
    writes: { on: 'order', id: 'orderId', anyVersion: true, action: 'diligence.order' },
    input: z.object({
      orderId: id(),
      kind: z.enum(diligenceKinds),
      reason: z.enum(diligenceReasons),
      parts: json(z.array(z.enum(diligenceParts)).min(1, 'rules.required').max(diligenceParts.length)),
      region,
      note: text(diligenceLimits.note),
    }),
    output: z.object({ id: z.number().int(), ddNo: z.string() }),
  }),
  /** 分配; without an officer to the one who is suggested. */
  assign: write({
    method: 'POST',
    path: '/biz/diligence/assign',
    access: ['diligence:order'],
    writes: { on: 'dueDiligence', id: 'id', action: 'diligence.assign', many: true },
    input: z.object({ id: id(), assigneeId: id().optional() }),
    output: z.object({ assigneeId: z.number().int(), assigneeName: z.string() }),
  }),
  /** The officer takes up again what came back. */
  resume: write({
    method: 'POST',
    path: '/biz/diligence/resume',
    access: ['diligence:fill'],
    writes: { on: 'dueDiligence', id: 'id', action: 'diligence.resume' },
    input: z.object({ id: id() }),
    output: done,
  }),
  /** Answers that were given since the last time, each in the place of the one before. */
  save: write({
    method: 'POST',
    path: '/biz/diligence/save',
    access: ['diligence:fill'],
    writes: { on: 'dueDiligence', id: 'id', anyVersion: true, action: 'diligence.save' },
    input: z.object({
      id: id(),
      answers: json(
        z
          .record(z.string().max(40), z.string().max(diligenceLimits.report))
          .refine(
            (answers) => Object.entries(answers).every(([code, answer]) => isAnswer(code, answer)),
            'dueDiligence.refusals.answer',
          ),
      ),
    }),
    output: done,
  }),
  /** A photo as it was taken, or the signature; one more signature takes the place of the one before. */
  addPhoto: write({
    method: 'POST',
    path: '/biz/diligence/photo/add',
    access: ['diligence:fill'],
    writes: { on: 'dueDiligence', id: 'id', anyVersion: true, action: 'diligence.add_photo' },
    kind: 'upload',
    maxBytes: 11 * 1024 * 1024,
    input: z.object({
      id: id(),
      subject: z.enum(photoSubjects),
      takenAt: instant(),
      latitude: degrees(90),
      longitude: degrees(180),
      accuracy: int(0, 1_000_000).optional(),
      noPlace: text(diligenceLimits.note),
    }),
    output: photoView,
  }),
  removePhoto: write({
    method: 'POST',
    path: '/biz/diligence/photo/remove',
    access: ['diligence:fill'],
    writes: { on: 'dueDiligence', id: 'id', anyVersion: true, action: 'diligence.remove_photo' },
    input: z.object({ id: id(), photoId: id() }),
    output: done,
  }),
  /** The bytes of a photo; `thumb` asks for the preview. */
  photo: read({
    method: 'GET',
    path: '/biz/diligence/photo/get',
    access: ['order:internal', ...inside],
    of: ['dueDiligence'],
    kind: 'file',
    input: z.object({ id: id(), photoId: id(), thumb: z.enum(['1']).optional() }),
    output: done,
  }),
  /** 提交; 400 with what lacks. */
  submit: write({
    method: 'POST',
    path: '/biz/diligence/submit',
    access: ['diligence:fill'],
    writes: { on: 'dueDiligence', id: 'id', action: 'diligence.submit' },
    input: z.object({ id: id() }),
    output: done,
  }),
  /** 确认完成: the approval of the order waits for it no more. */
  accept: write({
    method: 'POST',
    path: '/biz/diligence/accept',
    access: ['diligence:order'],
    writes: { on: 'dueDiligence', id: 'id', action: 'diligence.accept' },
    input: z.object({ id: id(), note: text(diligenceLimits.note) }),
    output: done,
  }),
  /** 退回 to the officer, with what is to be done again. */
  sendBack: write({
    method: 'POST',
    path: '/biz/diligence/return',
    access: ['diligence:order'],
    writes: { on: 'dueDiligence', id: 'id', action: 'diligence.return' },
    input: z.object({
      id: id(),
      reason: z.enum(returnReasons),
      note: wanted(diligenceLimits.note),
    }),
    output: done,
  }),
  /** 撤销: it is needed no more. */
  cancel: write({
    method: 'POST',
    path: '/biz/diligence/cancel',
    access: ['diligence:order'],
    writes: { on: 'dueDiligence', id: 'id', action: 'diligence.cancel' },
    input: z.object({ id: id(), note: wanted(diligenceLimits.note) }),
    output: done,
  }),
}
