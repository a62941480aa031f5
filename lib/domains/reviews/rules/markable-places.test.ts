import { enterpriseLicence } from '../../orders/rules/entry/customer-identity.ts'
import { type EntryValues, emptyEntry } from '../../orders/rules/entry/entry-values.ts'
import { emptyIntake } from '../../orders/rules/entry/intake.ts'
import { married } from '../../orders/rules/entry/residence.ts'
import { standardTemplate } from '../../orders/rules/entry/templates.ts'
import { markablePlaces, shownForms } from './markable-places.ts'

const items = standardTemplate.materials.map(({ materialType }) => ({ materialType }))
const entry = emptyEntry()
const placesOf = (node: 'entry' | 'intake', values: EntryValues = entry) =>
  markablePlaces(node, standardTemplate, items, shownForms(values)).map(({ kind, at }) => `${kind} ${at}`)

test('a return to the entry may name its fields, its sections of rows, and every paper', () => {
  const places = placesOf('entry')
  expect(places).toEqual(
    expect.arrayContaining(['field residence.liveAddress', 'field contacts', 'material income_proof']),
  )
  expect(places).not.toContain('field intent.amount')
})

test('a return to the intake names what the intake has alone', () => {
  for (const places of [
    placesOf('intake'),
    markablePlaces('intake', standardTemplate, items, shownForms(emptyIntake())).map(
      ({ kind, at }) => `${kind} ${at}`,
    ),
  ]) {
    expect(places).toEqual(
      expect.arrayContaining([
        'field customer.mobile',
        'field intent.amount',
        'field shop.shopId',
        'material id_front',
      ]),
    )
    expect(places).not.toContain('field residence.liveAddress')
    expect(places).not.toContain('material income_proof')
  }
})

test('a return names what the form shows for this customer alone', () => {
  expect(placesOf('entry')).not.toContain('field spouse.idNo')
  const wed = { ...entry, residence: { ...entry.residence, maritalStatus: married } }
  expect(placesOf('entry', wed)).toContain('field spouse.idNo')
  const firm = { ...entry, customer: { ...entry.customer, idType: enterpriseLicence } }
  expect(placesOf('entry', firm)).not.toContain('field residence.liveAddress')
})
