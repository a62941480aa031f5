import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { TestPage } from '@/components/ui/test-page'
import type { firstPayments } from '@/lib/domains/first-payments/contract'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import PaymentDialog from './payment-dialog'

const data = {
  order: { id: 24, rowVersion: 3, customerName: '李建国', status: 'preparing' },
  due: '1000.00',
  paid: '300.00',
  waiting: '200.00',
} as OutputOf<typeof firstPayments.get>

test('an amount beyond what is still due says by how much, and nothing else does', async () => {
  render(
    <TestPage>
      <PaymentDialog data={data} onClose={() => {}} />
    </TestPage>,
  )
  const amount = screen.getByRole('textbox', { name: /到账金额/ })
  const warning = () => screen.queryByText(/超过首期应付/)?.textContent
  expect(warning()).toBeUndefined()
  await userEvent.clear(amount)
  await userEvent.type(amount, '500.01')
  expect(warning()).toBe('超过首期应付 0.01 元，放款时转入借据的预收款项，要退还的须在放款前办理')
  await userEvent.clear(amount)
  await userEvent.type(amount, '1,500')
  expect(warning()).toBe('超过首期应付 1,000.00 元，放款时转入借据的预收款项，要退还的须在放款前办理')
  await userEvent.clear(amount)
  await userEvent.type(amount, '500')
  expect(warning()).toBeUndefined()
})
