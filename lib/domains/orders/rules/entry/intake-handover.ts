import { type EntryValues, emptyEntry } from './entry-values.ts'
import { emptyIntake, type IntakeValues } from './intake.ts'

/** Everything that the intake and the entry of an order have in common: one begins with what the other knows. */

/** The first values of an order's entry form: what the intake already knows. */
export function entryFromIntake(intake: IntakeValues, entry: EntryValues = emptyEntry()): EntryValues {
  const { creditAuth: _, ...identity } = intake.customer
  const { productId, vehicleKind, brand, series, model, term } = intake.intent
  return {
    ...entry,
    customer: { ...entry.customer, ...identity },
    vehicle: { ...entry.vehicle, kind: vehicleKind, brand, series, model },
    financing: { ...entry.financing, productId, term, applyCity: intake.shop.applyCity },
    bankCard: { ...entry.bankCard, holderName: identity.name, reservedMobile: identity.mobile },
  }
}

/** Everything that the intake asked, as the entry has it now: the entry goes on where the intake stopped. */
export function intakeFromEntry(entry: EntryValues): IntakeValues {
  const empty = emptyIntake()
  const pick = <R extends object>(row: R, from: object): R =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [name, (from as Record<string, unknown>)[name] ?? value]),
    ) as R
  const { vehicle, financing } = entry
  return {
    // Without the authorisation no order gets as far as an entry.
    customer: { ...pick(empty.customer, entry.customer), creditAuth: true },
    shop: pick(empty.shop, financing),
    intent: {
      ...pick(empty.intent, vehicle),
      ...pick({ productId: '', term: '' }, financing),
      vehicleKind: vehicle.kind,
      amount: financing.financeAmount,
    },
  }
}
