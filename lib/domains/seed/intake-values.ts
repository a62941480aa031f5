import { citizenId, enterpriseLicence } from '../orders/rules/entry/customer-identity.ts'
import type { IntakeValues } from '../orders/rules/entry/intake.ts'
import { submittedIntake } from '../orders/rules/entry/intake.ts'
import { carIntent } from './cars.ts'
import { shiftDay } from './days.ts'
import { drawOf } from './generator.ts'
import type { HandMade } from './hand-made.ts'
import { addressOf, type Person } from './people.ts'
import type { Shop } from './places.ts'

/** The intake form's values of a demo order. */

const draw = drawOf('intake')

type Subject = {
  row: number
  person: Person
  customerRow: number
  shop: Shop
  salesmanId: number
  productId: number
  term: number
  /** Business date of the customer's first order. */
  since: string
  /** Nobody has filled in the rest yet. */
  unfinished: boolean
  made: HandMade | undefined
  /** Those that the template takes, where it does not take all. */
  vehicleKinds: readonly string[] | undefined
}

/** Intended amount, CNY: what a fifth of a middling price leaves. */
const intentAmount = (row: number) => `${(300 + draw.mod('amount', row, 1900)) * 100}.00`

export function intakeOf(subject: Subject): IntakeValues {
  const { row, person, customerRow, shop, since, unfinished, made } = subject
  // A licence holds as long as its enterprise.
  const longTerm = person.birthDate < `${Number(since.slice(0, 4)) - 46}`
  const validFrom = shiftDay(since, -(100 + draw.mod('validFrom', customerRow, 2900)))
  const issued = Number(validFrom.slice(0, 4))
  // A card of a young person holds ten years, of others twenty.
  const years = issued - Number(person.birthDate.slice(0, 4)) < 26 ? 10 : 20
  return submittedIntake({
    customer: {
      name: person.name,
      idType: person.legal ? enterpriseLicence : citizenId,
      idNo: person.idNo,
      idValidFrom: validFrom,
      idLongTerm: longTerm,
      idValidTo: longTerm
        ? ''
        : shiftDay(`${issued + years}${validFrom.slice(4)}`.replace('-02-29', '-02-28'), 0),
      idIssuer: person.legal ? '示例市市场监督管理局' : '示例市公安局',
      idAddress: made?.longest
        ? `${'示例省示例市示例路'.padEnd(119, '示例')}号`
        : `示例省示例市${addressOf(made?.household ?? customerRow, 'home')}`,
      mobile: person.mobile,
      creditAuth: !unfinished,
    },
    shop: { shopId: String(shop.id), salesmanId: String(subject.salesmanId), applyCity: shop.region[1] },
    intent: {
      ...carIntent(row),
      ...(subject.vehicleKinds?.[0] && { vehicleKind: subject.vehicleKinds[0] }),
      model: '',
      productId: unfinished && draw.chance('noProduct', row, 40) ? '' : String(subject.productId),
      amount: unfinished && draw.chance('noAmount', row, 40) ? '' : intentAmount(row),
      term: unfinished ? '' : String(subject.term),
    },
  })
}
