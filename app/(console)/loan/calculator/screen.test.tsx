import '@testing-library/jest-dom'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { TestPage } from '@/components/ui/test-page'
import { CalculatorScreen } from './screen'

jest.mock('@/lib/client/call', () => ({ call: jest.fn(), request: jest.fn(async () => []) }))
const user = userEvent.setup()

test('an offer is reckoned as it is typed, says what is wrong, and stands beside another one', async () => {
  render(
    <TestPage>
      <CalculatorScreen />
    </TestPage>,
  )
  expect(screen.getAllByText('7.20%').length).toBeGreaterThan(0)
  await user.click(screen.getByRole('button', { name: '对比两个方案' }))
  const [first, second] = screen.getAllByLabelText(/^期数/)
  if (!first || !second) throw new Error('there are not two offers')
  await user.clear(second)
  await user.type(second, '24')
  const table = screen.getByRole('table', { name: '方案对比' })
  expect(within(table).getByRole('row', { name: /^总利息/ })).toHaveTextContent(/-/)
  await user.clear(first)
  expect(screen.getByRole('alert')).toHaveTextContent('请核对期数')
})
