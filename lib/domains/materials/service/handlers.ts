import { and, eq } from 'drizzle-orm'
import { db } from '../../../platform/db/client.ts'
import { notFound } from '../../../platform/errors.ts'
import { storedAnswer } from '../../../platform/files/file-store.ts'
import type { HandlersOf } from '../../../platform/handler.ts'
import type { Contracts } from '../../endpoints.ts'
import { findOrder } from '../../orders/service/read-order.ts'
import { attachment } from '../../system/table.ts'
import { choosePolicy } from '../../underwriting/service/choose-policy.ts'
import { askInsurerAgain, submitToInsurer } from '../../underwriting/service/submit.ts'
import { extraReviews, newExtras, usedExtras } from './list-extras.ts'
import { capitalList, insuranceList, insurerList, mortgageList } from './list-papers.ts'
import { readMaterials } from './material-sets.ts'
import { isMoneyProof } from './money-proofs.ts'
import { freeMortgage, saveMortgage } from './mortgages.ts'
import { savePolicy } from './policies.ts'
import { readPapers } from './read-papers.ts'
import { saveRegistration } from './registration.ts'
import { removeFile } from './remove-file.ts'
import { expirePapers, giveBackPapers, judgePaper, passPapers, submitPapers } from './review-papers.ts'
import { uploadFile } from './upload-file.ts'

export const attachmentHandlers: HandlersOf<Contracts['attachments']> = {
  materials: async ({ orderId }, call) => readMaterials((await findOrder(orderId, call)).id),

  upload: uploadFile,

  remove: removeFile,

  download: async ({ orderId, fileId, thumb }, call) => {
    const order = await findOrder(orderId, call)
    const [file] = await db()
      .select()
      .from(attachment)
      .where(and(eq(attachment.id, fileId), eq(attachment.orderId, order.id)))
    if (!file || (thumb && file.width === null) || (await isMoneyProof(order.id, fileId))) throw notFound()
    return storedAnswer(call.tenantId, { ...file, hash: file.fileId }, thumb !== undefined)
  },
}

export const paperHandlers: HandlersOf<Contracts['papers']> = {
  insuranceList: insuranceList.page,
  mortgageList: mortgageList.page,
  capitalList: capitalList.page,
  usedExtras: usedExtras.page,
  newExtras: newExtras.page,
  extraReviews: extraReviews.page,
  insurerList: insurerList.page,
  get: readPapers,
  submit: submitPapers,
  judge: judgePaper,
  pass: passPapers,
  giveBack: giveBackPapers,
  expire: expirePapers,
  savePolicy,
  saveMortgage,
  freeMortgage,
  saveRegistration,
  submitInsurer: submitToInsurer,
  askInsurer: askInsurerAgain,
  choosePolicy,
}
