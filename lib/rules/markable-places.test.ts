import { markablePlaces } from './markable-places.ts'
import { standardTemplate } from './order-entry/templates.ts'

const items = standardTemplate.materials.map(({ materialType }) => ({ materialType }))
const placesOf = (node: 'entry' | 'intake') =>
  markablePlaces(node, standardTemplate, items).map(({ kind, at }) => `${kind} ${at}`)

test('a return to the entry may name its fields, its sections of rows, and every paper', () => {
  const places = placesOf('entry')
  expect(places).toEqual(
    expect.arrayContaining(['field residence.liveAddress', 'field contacts', 'material income_proof']),
  )
  expect(places).not.toContain('field intent.amount')
})

test('a return to the intake names what the intake has alone', () => {
  const places = placesOf('intake')
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
})
