import { inLanguage } from './language.ts'
import { labelWord, roleWord } from './product-words.ts'

test('the product’s own names are said in the language of the reader, a tenant’s and places as they are written', () => {
  const said = () => [
    labelWord('gender', '1', '男'),
    labelWord('gender', '1', '男士'),
    labelWord('material_base', 'id_front', '身份证正面'),
    labelWord('own_list', '1', '甲'),
    labelWord('region', '110100', '北京市'),
    roleWord('cashier', '出纳'),
    roleWord('cashier', '收银'),
    roleWord('own_role', '自定'),
  ]
  expect(inLanguage('en', said)).toEqual([
    ...['Male', '男士', 'ID card, front', '甲', '北京市'],
    ...['Cashier', '收银', '自定'],
  ])
  expect(inLanguage('zh-CN', said)).toEqual([
    ...['男', '男士', '身份证正面', '甲', '北京市'],
    ...['出纳', '收银', '自定'],
  ])
})
