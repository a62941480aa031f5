import { application, applicationAddon, applicationFee } from '../db/schema/applications.ts'
import { cardRequest } from '../db/schema/bank-cards.ts'
import { capitalOrder } from '../db/schema/capital-orders.ts'
import { applicant, bankCard, customer, linkedPerson } from '../db/schema/customers.ts'
import { dueDiligence, dueDiligencePhoto } from '../db/schema/due-diligence.ts'
import { firstPayment } from '../db/schema/first-payments.ts'
import { gpsDevice, gpsEvent } from '../db/schema/gps.ts'
import { interviewPiece, interviewSnapshot, videoInterview } from '../db/schema/interviews.ts'
import { materialItem, materialSet } from '../db/schema/materials.ts'
import { mortgage } from '../db/schema/mortgages.ts'
import { relationKey } from '../db/schema/relations.ts'
import { releaseTask } from '../db/schema/releases.ts'
import { orderCondition, reviewLog, reviewTask, riskDecision, telVerify } from '../db/schema/reviews.ts'
import { attachment } from '../db/schema/system.ts'
import { underwriting } from '../db/schema/underwriting.ts'
import { insurancePolicy, vehicle } from '../db/schema/vehicles.ts'

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
