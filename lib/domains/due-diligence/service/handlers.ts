import type { HandlersOf } from '../../../platform/handler.ts'
import type { Contracts } from '../../endpoints.ts'
import { addPhoto, removePhoto, resumeDiligence, saveAnswers, submitDiligence } from './fill-diligence.ts'
import {
  acceptDiligence,
  assignDiligence,
  cancelDiligence,
  orderDiligence,
  readOfficers,
  returnDiligence,
} from './order-diligence.ts'
import {
  exportDiligence,
  listDiligence,
  readDiligence,
  readOfOrder,
  readPhoto,
  readTask,
} from './read-diligence.ts'

export const dueDiligenceHandlers: HandlersOf<Contracts['dueDiligence']> = {
  list: listDiligence,
  exportList: exportDiligence,
  get: readDiligence,
  ofOrder: readOfOrder,
  task: readTask,
  officers: readOfficers,
  order: orderDiligence,
  assign: assignDiligence,
  resume: resumeDiligence,
  save: saveAnswers,
  addPhoto,
  removePhoto,
  photo: readPhoto,
  submit: submitDiligence,
  accept: acceptDiligence,
  sendBack: returnDiligence,
  cancel: cancelDiligence,
}
