import '@testing-library/jest-dom'
import { render, screen } from '@testing-library/react'
import ZhCnMessages from '@/lib/i18n/zh-cn-messages'
import { QuotePanel } from './quote-panel'

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
