import { and, eq, isNull, not, sql } from 'drizzle-orm'
import type { Call } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { orderEffects } from '../../order-effects.ts'
import { insurancePolicy, vehicle } from '../../vehicles/table.ts'
import type { EntryValues } from '../rules/entry/entry-values.ts'
import type { Template } from '../rules/entry/template.ts'
import type { Quote } from '../rules/quote.ts'
import { type application, applicationAddon, applicationFee } from '../table.ts'
import { entryColumns, writeApplicant } from './applicant-record.ts'
import { columns, intOrNull, orNull, written } from './entry-columns.ts'
import type { Order } from './move-order.ts'
import { writeLinkedPersons } from './project-people.ts'

/**
 * T08 turns the values of the entry form into rows: what reviewers, contracts and loans work with. A resubmission
 * writes them anew from the values, so the rows never say something else than the form. Hidden fields and sections are
 * empty in the values already (domain.md 3.4).
 */
export async function projectEntry(
  order: Order,
  {
    values,
    template,
    quote,
    otherCar,
  }: {
    values: EntryValues
    template: Template
    quote: Quote
    /** It is for another car than it was. */
    otherCar: boolean
  },
  call: Call,
): Promise<Partial<typeof application.$inferInsert>> {
  await writeApplicant(order.id, entryColumns(values), call)
  await writeLinkedPersons(order, values, call)
  const isOwnCar = template.guards.ownCar !== undefined
  const vehicleId = await writeVehicle(order, values, isOwnCar ? null : order.shopId, call)
  const { repayCardId, cardBoundAt } = await orderEffects.takeEnteredCard(order, values, call)
  await writeAmounts(order, values, quote, call)
  await writePolicies(order, values, otherCar, call)
  const { customer: who, source, financing, funding } = values
  return {
    customerName: who.name,
    mobile: who.mobile,
    vehicleId,
    repayCardId,
    cardBoundAt,
    // Money for a car that the customer has goes to the customer.
    ...(isOwnCar && { payeeAccountId: repayCardId }),
    capitalId: intOrNull(funding.capitalId),
    applyCity: orNull(financing.applyCity),
    repayDay: intOrNull(financing.repayDay),
    priority: source.priority,
    remark: orNull(source.remark),
  }
}

async function writeVehicle(
  order: Order,
  values: EntryValues,
  dealerShopId: number | null,
  call: Call,
): Promise<number> {
  const { vehicle: car, appraisal } = values
  const row: typeof vehicle.$inferInsert = {
    kind: car.kind,
    brand: car.brand,
    series: car.series,
    model: car.model,
    modelYear: intOrNull(car.modelYear),
    seats: intOrNull(car.seats),
    useMonths: intOrNull(appraisal.useMonths),
    mileageKm: intOrNull(appraisal.mileageKm),
    transferCount: intOrNull(appraisal.transferCount),
    dealerShopId,
    ...columns(car, [
      'energy',
      'displacement',
      'vehicleClass',
      'useNature',
      'color',
      'guidePrice',
      'invoicePrice',
      'netPrice',
      'vin',
      'engineNo',
      'plateNo',
      'plateColor',
      'invoiceNo',
      'invoiceDate',
      'purchaseTax',
    ]),
    ...columns(appraisal, ['evalPrice', 'evalOrg', 'evalAt', 'evalGrade', 'firstRegDate', 'annualCheckTo']),
    // Of the customer's own car they stand with the car, of another used one with its appraisal.
    ownerName: orNull(car.ownerName || appraisal.ownerName),
    regCertNo: orNull(car.regCertNo || appraisal.regCertNo),
    ...written(call),
  }
  if (order.vehicleId !== null) {
    await db().update(vehicle).set(row).where(eq(vehicle.id, order.vehicleId))
    return order.vehicleId
  }
  const [created] = await db()
    .insert(vehicle)
    .values({ ...row, createdBy: call.actor.id })
    .returning({ id: vehicle.id })
  if (!created) throw new Error('the vehicle was not written')
  return created.id
}

/** Code of `ins_type` for 履约保证险. */
const performanceType = '6'

/**
 * Addons as typed; fees as the quote has them, with the payer the form names. What was paid for an order that is judged
 * anew counts until it is approved, and settled with what is due then.
 */
async function writeAmounts(order: Order, values: EntryValues, quote: Quote, call: Call): Promise<void> {
  const common = { orderId: order.id, createdBy: call.actor.id }
  await db().delete(applicationAddon).where(eq(applicationAddon.orderId, order.id))
  const addons = values.addons.map((row) => ({
    ...common,
    addonType: row.addonType,
    amount: row.amount,
    financed: row.financed,
    payee: orNull(row.payee),
  }))
  const { premium, financed } = values.performance
  if (premium !== '')
    addons.push({ ...common, addonType: 'performance_insurance', amount: premium, financed, payee: null })
  if (addons.length > 0) await db().insert(applicationAddon).values(addons)
  await db().delete(applicationFee).where(eq(applicationFee.orderId, order.id))
  const payers = new Map(values.fees.map((fee) => [fee.feeCode, fee.payer]))
  const fees = quote.fees.map(({ code, amount, chargeMode }) => ({
    ...common,
    feeCode: code,
    amount,
    chargeMode,
    payer: payers.get(code),
    ...(order.firstPaymentAt !== null &&
      chargeMode === 'upfront' && {
        status: '已收',
        receivedAmount: amount,
        receivedAt: order.firstPaymentAt,
      }),
  }))
  if (fees.length > 0) await db().insert(applicationFee).values(fees)
}

async function writePolicies(
  order: Order,
  values: EntryValues,
  otherCar: boolean,
  call: Call,
): Promise<void> {
  // Everything that an insurer made is no form's to take away, nor what was typed and judged with its scan, but for
  // another car.
  const ofOrder = eq(insurancePolicy.orderId, order.id)
  const byInsurer = sql`(${insurancePolicy.insurerStatus} is not distinct from '承保')`
  await db()
    .delete(insurancePolicy)
    .where(and(ofOrder, not(byInsurer), otherCar ? undefined : isNull(insurancePolicy.status)))
  const kept = await db().select({ insType: insurancePolicy.insType }).from(insurancePolicy).where(ofOrder)
  const isKept = (insType: string) => kept.some((one) => one.insType === insType)
  const named = values.insurance.filter(({ insType }) => !isKept(insType))
  const rows = named.map((policy) => ({
    orderId: order.id,
    createdBy: call.actor.id,
    insurer: policy.insurer,
    ...columns(policy, [
      'insType',
      'premium',
      'sumInsured',
      'policyNo',
      'insuredname',
      'identifynumber',
      'beneficiary',
      'startDate',
      'endDate',
    ]),
  }))
  const { insurer, premium, beneficiary } = values.performance
  const performance =
    premium === '' || isKept(performanceType)
      ? []
      : [
          {
            orderId: order.id,
            createdBy: call.actor.id,
            insType: performanceType,
            insurer,
            premium,
            beneficiary,
            insuredname: orNull(values.customer.name),
            identifynumber: orNull(values.customer.idNo),
          },
        ]
  if (rows.length + performance.length > 0)
    await db()
      .insert(insurancePolicy)
      .values([...rows, ...performance])
}
