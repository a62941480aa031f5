import '@testing-library/jest-dom'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { TestPage } from '@/components/ui/test-page'
import { ApiError, noAnswer } from '@/lib/client/api-error'
import { request } from '@/lib/client/call'
import { bankCards } from '@/lib/domains/cards/contract'
import ChangeDialog from './change-dialog'
import type { CardOrder } from './use-card-verbs'

jest.mock('@/lib/client/call', () => ({ call: jest.fn(), request: jest.fn() }))

const order = { id: 7, rowVersion: 3, current: null, signed: false } as unknown as CardOrder

test('whose card it can be could not be read, which the dialog says; another try brings the form', async () => {
  let failing = true
  jest.mocked(request).mockImplementation(async (endpoint) => {
    if (endpoint !== bankCards.get) return []
    if (failing) throw new ApiError(noAnswer)
    return { holders: [{ holder: 'customer', name: '李建国' }] }
  })
  render(
    <TestPage>
      <ChangeDialog order={order} onClose={() => {}} />
    </TestPage>,
  )
  expect(await screen.findByRole('alert')).toBeVisible()
  failing = false
  await userEvent.click(screen.getByRole('button', { name: '重试' }))
  const holder = await screen.findByRole('radio', { name: /李建国/ })
  expect(holder).toBeChecked()
  expect(holder).toHaveFocus()
})
