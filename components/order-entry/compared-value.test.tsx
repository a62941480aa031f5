import '@testing-library/jest-dom'
import { render, screen } from '@testing-library/react'
import { TestPage } from '@/components/ui/test-page'
import { request } from '@/lib/client/call'
import { listOptions } from '@/lib/client/options'
import { sectionsByName } from '@/lib/domains/orders/rules/entry/entry-values'
import { comparedValue } from './compared-value'

jest.mock('@/lib/client/call', () => ({ call: jest.fn(), request: jest.fn() }))

const words: Record<string, Record<string, string>> = {
  id_type: { '01': '身份证' },
  relation: { '02': '父母' },
  region: { '110000': '北京市', '110100': '北京市', '110105': '朝阳区' },
}
beforeEach(() => {
  jest.mocked(request).mockImplementation(async (_, input) => {
    const entries = Object.entries(words[(input as { type: string }).type] ?? {})
    return entries.map(([code, label]) => ({ code, label, enabled: true, parentCode: null }))
  })
})

const shown = comparedValue({
  sections: sectionsByName,
  options: { financing: { productId: listOptions([{ value: '3', label: '示例产品' }]) } },
})

test.each([
  ['customer.idType', '01', '身份证'],
  ['customer.idType', '77', '77'],
  ['residence.liveRegion', ['110000', '110100', '110105'], '北京市 朝阳区'],
  ['financing.productId', '3', '示例产品'],
  ['financing.downRatio', '0.3', '30.00%'],
  ['vehicle.netPrice', '98000', '98,000.00'],
  ['customer.idLongTerm', true, '是'],
  ['customer.name', '李建国', '李建国'],
  ['contacts.1.relation', '02', '父母'],
  [
    'contacts.1',
    { relation: '02', name: '李强', address: '', knowsLoan: false },
    '与客户关系: 父母姓名: 李强',
  ],
])('%s %j is %s', async (path, value, text) => {
  render(
    <TestPage>
      <p data-testid="value">{shown(path, value)}</p>
    </TestPage>,
  )
  await screen.findByText((_, element) => element?.matches('p') === true && element.textContent === text)
})

test('what is empty or unknown is left to the dialog', () => {
  expect(shown('customer.idType', null)).toBeUndefined()
  expect(shown('materials', 'x')).toBeUndefined()
})
