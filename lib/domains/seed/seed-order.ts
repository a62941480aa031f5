import { businessDate } from '../../rules/business-date.ts'
import { addCapitalOrder } from '../capital/demo.ts'
import { addCardRequests, bindingOf } from '../cards/demo.ts'
import { applicant, customer } from '../customers/table.ts'
import { addDiligence } from '../due-diligence/demo.ts'
import { addGps } from '../gps/demo.ts'
import { addInterviews } from '../interviews/demo.ts'
import { application, reviewLog, reviewTask } from '../orders/table.ts'
import { customerOf, keysOf, linkedOf } from '../relations/service/order-keys.ts'
import { relationKey } from '../relations/table.ts'
import { addUnderwriting } from '../underwriting/demo.ts'
import { insurancePolicy } from '../vehicles/table.ts'
import { addConditions, conditionsAsked } from './condition-rows.ts'
import { addEntryRows, applicantColumns, columnsOf, linkedRows, type Written } from './entry-rows.ts'
import { addExtras, registrationOf } from './extra-rows.ts'
import { addMaterials } from './material-rows.ts'
import { columnsOfOrder, sixDigits } from './order-columns.ts'
import type { NumberedPlan } from './order-plans.ts'
import { type OrderSetting, storyOf } from './order-story.ts'
import { addFirstPayment, addPapers, compulsoryOf, policyOf } from './paper-rows.ts'
import { addRisks, riskOf } from './risk-rows.ts'
import type { RowCollector } from './row-collector.ts'
import { searchKeysOf } from './search-keys.ts'
import { addCalls } from './tel-rows.ts'
import { logRows, taskRows } from './timeline.ts'

/** All rows of one order of the demo, consistent with each other and with what the backend's own moves would leave. */
export function addOrder(rows: RowCollector, ofPlan: NumberedPlan, setting: OrderSetting): void {
  const story = storyOf(ofPlan, setting)
  rows.begin(ofPlan.id)
  const { plan, place, person, happenings, entry, wanted, intake, shop } = story
  const first = happenings[0]
  const last = happenings.at(-1)
  if (!first || !last) throw new Error(`order row ${plan.row} has no path`)
  const { id } = plan
  const written: Written = {
    tenantId: place.tenant.id,
    createdAt: first.at,
    createdBy: first.actorId,
    updatedAt: last.at,
    updatedBy: last.actorId,
  }
  const columns = columnsOfOrder(story)
  const { name, idNo, mobile, gender, birthDate } = person
  const entered = {
    ...(entry ? applicantColumns(entry.values) : columnsOf(applicant, intake.customer)),
    gender: gender || null,
    birthDate: birthDate || null,
  }
  if (plan.customerId === id) {
    rows.add(customer, {
      ...written,
      ...entered,
      id,
      name,
      idNo,
      mobile,
      customerNo: `K${plan.customerSince.slice(2).replaceAll('-', '')}${sixDigits(plan.customerSerial)}`,
      creditAuthAt: intake.customer.creditAuth ? first.at : null,
      riskGrade: riskOf(story)?.decision.grade ?? null,
    })
  }
  const orderNo = `${place.tenant.code.toUpperCase()}${businessDate(first.at).replaceAll('-', '')}${sixDigits(plan.orderSerial)}`
  const registration = registrationOf(story)
  if (entry) {
    addEntryRows(rows, {
      orderId: id,
      customerId: plan.customerId,
      shopId: shop.id,
      values: entry.values,
      quote: entry.quote,
      written,
      binding: bindingOf(story),
      paidAt: columns.firstPaymentAt ?? null,
      policyOf: (insType) => policyOf(insType, story),
      registration,
    })
  }
  rows.add(application, {
    ...written,
    id,
    orderNo,
    customerId: plan.customerId,
    customerName: name,
    idNo,
    mobile,
    productId: intake.intent.productId === '' ? null : wanted.id,
    ...(intake.intent.productId !== '' && {
      productVersion: wanted.version,
      templateCode: wanted.templateCode,
      bizMode: wanted.bizMode,
    }),
    channelId: shop.channelId,
    branchId: shop.branchId,
    shopId: shop.id,
    salesmanId: story.salesmanId,
    stageEnteredAt: first.at,
    intakeValues: intake,
    searchKeys: searchKeysOf(name, idNo, mobile, orderNo),
    ...columns,
  })
  rows.add(applicant, { ...written, ...entered, id, orderId: id })
  const keys = keysOf({
    people: [
      customerOf({ customerName: name, idNo, mobile }, entered, entry?.values.bankCard.reservedMobile),
      ...(entry ? linkedRows(entry.values) : []).map(linkedOf),
    ],
    ...(entry && { cardNo: entry.values.bankCard.cardNo, ...entry.values.vehicle, ...registration }),
  })
  for (const key of keys) rows.add(relationKey, { ...written, orderId: id, ...key })
  const approved = entry && {
    approvedAmount: entry.quote.financeAmount,
    approvedTerm: Number(entry.values.financing.term),
    approvedDownRatio: entry.quote.downRatio,
    conditions: conditionsAsked(story).map(({ code, detail }) => (detail ? `${code}:${detail}` : code)),
  }
  const byActor = (actorId: number, at: string) => ({
    ...written,
    createdAt: at,
    createdBy: actorId,
    updatedAt: at,
    updatedBy: actorId,
  })
  for (const log of logRows(happenings)) {
    rows.add(reviewLog, { ...byActor(log.actorId, log.at ?? first.at), ...log, orderId: id })
  }
  for (const task of taskRows(happenings, approved))
    rows.add(reviewTask, { ...written, ...task, orderId: id })
  addRisks(rows, story, written)
  addCalls(rows, story, written)
  addConditions(rows, story, written)
  addCardRequests(rows, story, written)
  addMaterials(rows, story, written)
  addPapers(rows, story, written, columns)
  addUnderwriting(rows, story, written, orderNo)
  addCapitalOrder(rows, story, written, { orderNo, capitalId: columns.capitalId })
  addFirstPayment(rows, story, written)
  addExtras(rows, story, written, columns)
  addGps(rows, story, written)
  const compulsory = entry && compulsoryOf(story)
  if (compulsory) rows.add(insurancePolicy, { ...written, ...compulsory })
  addDiligence(rows, story, written)
  addInterviews(rows, story, written)
}
