import type { HandlersOf } from '../../../platform/handler.ts'
import type { Contracts } from '../../endpoints.ts'
import { create, save, submit, trial, withdraw } from './apply.ts'
import { readCertificate } from './certify.ts'
import { pay, readProof } from './pay.ts'
import { exportSettlements, readSettlement, settlementList } from './read-settlements.ts'

export const settlementHandlers: HandlersOf<Contracts['settlements']> = {
  list: settlementList.page,
  exportList: exportSettlements,
  get: readSettlement,
  trial,
  create,
  save,
  submit,
  withdraw,
  pay,
  proof: readProof,
  certificate: readCertificate,
}
