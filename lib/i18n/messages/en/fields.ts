import type { Shape } from '../../shape.ts'
import type zh from '../zh-CN/fields.ts'

const fields: Shape<typeof zh> = {
  customer: {
    name: 'Customer name',
    idType: 'ID type',
    idNo: 'ID number',
    idValidFrom: 'ID valid from',
    idLongTerm: 'Valid without end',
    idValidTo: 'ID valid to',
    idIssuer: 'Issued by',
    idAddress: 'Address on the ID',
    mobile: 'Mobile',
    gender: 'Gender',
    birthDate: 'Birth date',
    englishName: 'English name',
    ethnic: 'Ethnic group',
    mobile2: 'Second mobile',
    wechat: 'WeChat',
    email: 'Email',
    creditAuth: 'Credit authorisation',
  },
  shop: {
    shopId: 'Shop',
    salesmanId: 'Salesman',
    applyCity: 'City',
  },
  intent: {
    productId: 'Product',
    vehicleKind: 'New or used',
    brand: 'Brand wanted',
    series: 'Series wanted',
    model: 'Model wanted',
    amount: 'Amount wanted',
    term: 'Term wanted (months)',
  },
}

export default fields
