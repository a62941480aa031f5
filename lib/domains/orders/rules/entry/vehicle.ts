import {
  carName,
  choice,
  date,
  decimal,
  dict,
  integer,
  money,
  plateField,
  positiveMoney,
  text,
  vinField,
} from './field-spec.ts'
import { defineSection } from './section.ts'

/** Code of the dictionary `energy` for a car without displacement. */
const electric = '3'
const isUsed = (row: { kind: string }) => row.kind === 'used'
const isNew = (row: { kind: string }) => row.kind !== 'used'

/** S8 车辆. `netPrice` is the car net price of the specification, the basis of down payment and LTV. */
export const vehicle = defineSection({
  code: 'S8',
  name: 'vehicle',
  fields: [
    dict('kind', 'vehicle_kind', { required: true }),
    carName('brand', 40, { required: true }),
    carName('series', 60, { required: true }),
    carName('model', 100, { required: true }),
    integer('modelYear', 2000, 2099, { message: 'rules.modelYear' }),
    dict('energy', 'energy', { required: true }),
    decimal('displacement'),
    integer('seats', 2, 9),
    dict('vehicleClass', 'vehicle_class', { required: true }),
    dict('useNature', 'use_nature', { required: true }),
    text('color', 20),
    positiveMoney('guidePrice'),
    positiveMoney('invoicePrice'),
    positiveMoney('netPrice', { required: true }),
    vinField('vin', { required: true }),
    text('engineNo', 30),
    plateField('plateNo'),
    dict('plateColor', 'plate_color'),
    choice('invoiceNo'),
    date('invoiceDate'),
    money('purchaseTax'),
    text('ownerName', 60, { byTemplate: true }),
    text('regCertNo', 20, { byTemplate: true }),
    dict('registeredTo', 'vehicle_owner', { byTemplate: true }),
  ],
  when: {
    displacement: { visible: (row) => row.energy !== electric },
    plateNo: { visible: isUsed, required: isUsed },
    plateColor: { visible: isUsed, required: isUsed },
    invoiceNo: {
      visible: isNew,
      check: () => (value) => (/^(?:\d{8}|\d{20})$/.test(value) ? null : 'rules.integer'),
    },
    invoiceDate: { visible: isNew },
    purchaseTax: { visible: isNew },
  },
})
