import { fieldsFor } from '@/components/form/fields-for'
import type { products } from '@/lib/domains/products/contract'
import { ALLOCATIONS, type ProductValues } from '@/lib/domains/products/rules/product'
import { usualEndings } from '@/lib/domains/products/rules/product-endings'
import type { OutputOf } from '@/lib/platform/contract/endpoint'

export type Version = OutputOf<typeof products.get>
export type Choices = OutputOf<typeof products.choices>

/** The fields of the form, names checked against its values. */
export const F = fieldsFor<ProductValues>()

/** A product that nobody has typed anything of: the usual terms, and what the tenant does most. */
export const newProduct = ({ bizModes, templates, fees }: Choices): ProductValues => ({
  code: '',
  name: '',
  bizMode: bizModes[0] ?? '',
  templateCode: templates[0]?.code ?? '',
  flow: '',
  vehicleKinds: ['new', 'used'],
  repayMethod: 'annuity',
  paymentTiming: 'arrears',
  dayCount: '30/360',
  instRounding: 'cent',
  principalGrace: '',
  repayDay: '',
  rates: ['12', '24', '36'].map((term) => ({ term, rate: '' })),
  minAmount: '20000.00',
  maxAmount: '500000.00',
  ltvCap: '0.8000',
  totalCap: '0.9500',
  downRatioMin: '0.2000',
  depositRatioMin: '0.0000',
  depositRatio: '0.1000',
  depositUse: 'refund',
  depositInApr: true,
  balloonRatioMax: '',
  aprCap: '0.2400',
  fees: fees.slice(0, 1).map(({ code }) => ({ code, rate: '', amount: '', chargeMode: '' })),
  allocOrder: [...ALLOCATIONS],
  penaltyDaily: '0.000500',
  graceDays: '3',
  capitalIds: [],
  funderShare: '',
  funderRate: '',
  subsidyMode: 'none',
  subsidyRate: '',
  subsidyAmount: '',
  directCostRatio: '',
  ...usualEndings,
})
