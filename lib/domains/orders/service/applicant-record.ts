import type { Call } from '../../../platform/context.ts'
import { changedBy } from '../../../platform/db/changed-by.ts'
import { db } from '../../../platform/db/client.ts'
import { idFacts } from '../../../rules/id-card.ts'
import { applicant } from '../../customers/table.ts'
import type { EntryValues } from '../rules/entry/entry-values.ts'
import type { IntakeValues } from '../rules/entry/intake.ts'
import { columns, written } from './entry-columns.ts'

/** The applicant of an order as entered: the papers from the intake on, everything else from the entry's submit (T08). */

type Columns = Partial<Omit<typeof applicant.$inferInsert, 'orderId'>>

/** Everything that an identity card says, beside name and number. */
export function identityColumns(who: IntakeValues['customer']) {
  const facts = idFacts(who.idNo)
  return {
    idType: who.idType,
    idLongTerm: who.idLongTerm,
    ...columns(who, ['idValidFrom', 'idValidTo', 'idIssuer', 'idAddress']),
    ...(facts && { gender: facts.gender, birthDate: facts.birthDate }),
  }
}

export function entryColumns({ customer: who, residence, employment, source }: EntryValues): Columns {
  return {
    idType: who.idType,
    idLongTerm: who.idLongTerm,
    hasDriverLicense: residence.hasDriverLicense,
    localHukou: residence.localHukou,
    ...columns(who, [
      'englishName',
      'idValidFrom',
      'idValidTo',
      'idIssuer',
      'idAddress',
      'gender',
      'birthDate',
      'ethnic',
      'mobile2',
      'wechat',
      'email',
    ]),
    ...columns(residence, [
      'maritalStatus',
      'education',
      'hukouType',
      'liveRegion',
      'liveAddress',
      'liveSince',
      'houseType',
      'houseOwner',
      'monthlyRent',
      'landline',
      'driverLicenseNo',
      'driverLicenseClass',
    ]),
    ...columns(employment, [
      'employType',
      'employerName',
      'employerNature',
      'industry',
      'position',
      'jobLevel',
      'employSince',
      'employerTel',
      'employerAddress',
      'monthlyIncome',
      'otherIncome',
      'otherIncomeSource',
      'monthlyDebt',
    ]),
    ...columns(source, ['sourceType', 'referrer', 'intentionLevel']),
  }
}

export async function writeApplicant(orderId: number, set: Columns, call: Call): Promise<void> {
  await db()
    .insert(applicant)
    .values({ ...set, ...written(call), orderId, createdBy: call.actor.id })
    .onConflictDoUpdate({
      target: [applicant.tenantId, applicant.orderId],
      set: { ...set, ...changedBy(applicant, call) },
    })
}
