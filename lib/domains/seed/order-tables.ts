import { capitalOrder } from '../capital/table.ts'
import { cardRequest } from '../cards/table.ts'
import { applicant, bankCard, customer, linkedPerson } from '../customers/table.ts'
import { dueDiligence, dueDiligencePhoto } from '../due-diligence/table.ts'
import { firstPayment } from '../first-payments/table.ts'
import { gpsDevice, gpsEvent } from '../gps/table.ts'
import { interviewPiece, interviewSnapshot, videoInterview } from '../interviews/table.ts'
import { materialItem, materialSet } from '../materials/table/materials.ts'
import { mortgage } from '../materials/table/mortgages.ts'
import {
  application,
  applicationAddon,
  applicationFee,
  orderCondition,
  reviewLog,
  reviewTask,
  riskDecision,
} from '../orders/table.ts'
import { relationKey } from '../relations/table.ts'
import { releaseTask } from '../releases/table.ts'
import { telVerify } from '../reviews/table.ts'
import { attachment } from '../system/table.ts'
import { underwriting } from '../underwriting/table.ts'
import { insurancePolicy, vehicle } from '../vehicles/table.ts'

/** The tables that orders are made of, each behind those it refers to. */
export const orderTables = [
  customer,
  vehicle,
  bankCard,
  application,
  applicant,
  applicationAddon,
  applicationFee,
  linkedPerson,
  insurancePolicy,
  attachment,
  materialSet,
  materialItem,
  underwriting,
  capitalOrder,
  mortgage,
  firstPayment,
  releaseTask,
  gpsDevice,
  gpsEvent,
  reviewTask,
  reviewLog,
  riskDecision,
  relationKey,
  dueDiligence,
  dueDiligencePhoto,
  videoInterview,
  interviewSnapshot,
  interviewPiece,
  telVerify,
  orderCondition,
  cardRequest,
] as const
