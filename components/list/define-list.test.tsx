import { contracts } from '@/lib/domains/endpoints'
import { defineList, type FilterName, type ListColumn, type ListFilter } from './define-list'

/** Compiles only when its argument is `true`: the claims below are checked by tsc. */
type Claim<T extends true> = T
type Intake = typeof contracts.applications.intakeList
type Fits<T, Into> = T extends Into ? true : false
type Words = { words: [] }

type Claims = [
  Claim<Fits<{ key: 'orderNo' }, ListColumn<Intake>>>,
  Claim<
    Fits<{ key: 'orderNumber'; label: 'columns.orderNo' }, ListColumn<Intake>> extends false ? true : false
  >,
  // No word `columns.rowVersion` in the catalogue: the label has to be given.
  Claim<Fits<{ key: 'rowVersion' }, ListColumn<Intake>> extends false ? true : false>,
  Claim<Fits<{ key: 'rowVersion'; label: 'columns.stay' }, ListColumn<Intake>>>,
  // An array is no text: its column has to say how it shows.
  Claim<Fits<{ key: 'milestones' }, ListColumn<Intake>> extends false ? true : false>,
  Claim<Fits<{ kind: 'multi'; name: 'status'; options: Words }, ListFilter<Intake>>>,
  Claim<
    Fits<{ kind: 'select'; name: 'status'; options: Words }, ListFilter<Intake>> extends false ? true : false
  >,
  Claim<
    Fits<{ kind: 'select'; name: 'shop'; options: Words }, ListFilter<Intake>> extends false ? true : false
  >,
  Claim<Fits<'q' | 'start' | 'length' | 'sort' | 'cursor', FilterName<Intake>> extends false ? true : false>,
]

test('names that the endpoint does not know do not compile', () => {
  // The claims are tsc's to check; this holds one for each line above.
  const claims: Claims = [true, true, true, true, true, true, true, true, true]
  expect(claims).toHaveLength(9)
})

test('a definition is what it was given', () => {
  const columns = [{ key: 'orderNo' }, { key: 'appliedAmount', kind: 'money', sort: true }] as const
  const list = defineList({
    name: 'intake',
    endpoint: contracts.applications.intakeList,
    title: 'routes.intakeList',
    filters: [{ kind: 'dates', label: 'columns.createdAt', from: 'createdFrom', to: 'createdTo' }],
    columns,
    open: (row) => row.orderNo,
  })
  expect(list.columns).toBe(columns)
  expect(list.endpoint).toBe(contracts.applications.intakeList)
})
