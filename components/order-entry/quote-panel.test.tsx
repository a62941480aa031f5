import '@testing-library/jest-dom'
import { fireEvent, render, screen } from '@testing-library/react'
import { TestPage } from '@/components/ui/test-page'
import { request } from '@/lib/client/call'
import { beginEntry } from '@/lib/domains/orders/rules/entry/begin-entry'
import { quoteEntry } from '@/lib/domains/orders/rules/entry/entry-quote'
import { quoteLines } from '@/lib/domains/orders/rules/entry/quote-lines'
import { sampleEntry, sampleProduct, sampleToday } from '@/lib/domains/orders/rules/entry/sample-entry'
import ZhCnMessages from '@/lib/i18n/zh-cn-messages'
import { QuotePanel } from './quote-panel'

jest.mock('@/lib/client/call', () => ({ call: jest.fn(), request: jest.fn() }))
beforeEach(() => {
  jest
    .mocked(request)
    .mockResolvedValue([{ code: 'upfront', label: '一次性', enabled: true, parentCode: null }] as never)
})

test('every figure opens into its lines: what a fee is calculated from and when it is paid', async () => {
  const values = beginEntry(sampleEntry(), sampleProduct, sampleToday)
  const result = quoteEntry(values, sampleProduct, sampleToday)
  render(
    <TestPage>
      <QuotePanel
        result={result}
        warnings={[]}
        linesOf={(quote) => quoteLines(quote, values, sampleProduct)}
        feeName={(code) => `费用${code}`}
      />
    </TestPage>,
  )
  const openers = screen
    .getAllByRole('button', { expanded: false })
    .filter((one) => one.className === 'figure')
  expect(openers).toHaveLength(12)
  for (const opener of openers) {
    fireEvent.click(opener)
    expect([opener.textContent, screen.getAllByRole('listitem').length > 0]).toEqual([
      opener.textContent,
      true,
    ])
  }
  fireEvent.click(screen.getByRole('button', { name: '费用合计' }))
  const [service, gps] = screen.getAllByRole('listitem')
  expect(service).toHaveTextContent('费用SVC2,580.00')
  expect(service).toHaveTextContent('86,000.00 × 3.00%')
  expect(gps).toHaveTextContent('费用GPS1,200.00固定金额')
  expect(await screen.findAllByText(/一次性/)).not.toHaveLength(0)
})

test.each([
  ['term', '请完善期数后显示报价'],
  ['downPayment', '请完善首付金额后显示报价'],
])('a quote that lacks %s names it as its field does', (field, text) => {
  render(
    <ZhCnMessages>
      <QuotePanel result={{ ok: false, field }} warnings={[]} linesOf={() => null} feeName={String} />
    </ZhCnMessages>,
  )
  expect(screen.getByText(text)).toBeVisible()
})
