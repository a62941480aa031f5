import * as z from 'zod'
import { write } from '../../platform/contract/endpoint.ts'
import { line } from '../../platform/contract/wire.ts'
import { checked, optionalSchemas, schemas } from '../../rules/field-schema.ts'
import { complaintContent, complaintLevels, complaintSources, complaintWish } from './rules/complaint.ts'

/** 投诉. Its screens come later; the call is the specification's (point 7), whose shape it does not show. */
export const complaints = {
  /**
   * Saves a complaint with its customer in state: insuredname, identifynumber and mobile (specification point 3), as
   * they were said, attached to nothing by them. `orderNo` is one that the caller may see: 400 at it for any other.
   */
  save: write({
    method: 'POST',
    path: '/biz/cifcomplain/cifcomplainsave',
    access: ['visit:manage'],
    writes: { on: 'complaint', action: 'complaint.save' },
    maxBytes: 32 * 1024,
    input: z.object({
      insuredname: schemas.personName,
      identifynumber: optionalSchemas.personDocument.default(''),
      mobile: schemas.mobile,
      source: z.enum(complaintSources).default('电话'),
      /** Code of the dictionary `complaint_category`. */
      category: schemas.code,
      level: z.enum(complaintLevels).default('一般'),
      content: checked(complaintContent),
      expect: checked(complaintWish).default(''),
      orderNo: line().max(22).default(''),
    }),
    output: z.object({
      id: z.number().int(),
      complaintNo: z.string(),
      status: z.string(),
      deadline: z.string(),
    }),
  }),
}
