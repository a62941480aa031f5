import '@testing-library/jest-dom'
import { fireEvent, render, screen } from '@testing-library/react'
import { TestPage } from '@/components/ui/test-page'
import { CalculatorScreen } from './screen'

jest.mock('@/lib/client/call', () => ({ call: jest.fn(), request: jest.fn(async () => []) }))

test('an offer is reckoned as it is typed, says what is wrong, and stands beside another one', () => {
  render(
    <TestPage>
      <CalculatorScreen />
    </TestPage>,
  )
  expect(screen.getAllByText('7.20%').length).toBeGreaterThan(0)
  fireEvent.click(screen.getByText('对比两个方案'))
  const [first, second] = screen.getAllByLabelText(/^期数/)
  if (!first || !second) throw new Error('there are not two offers')
  fireEvent.change(second, { target: { value: '24' } })
  // Fewer months cost more each, and less in all.
  expect(screen.getAllByText('总利息')).toHaveLength(3)
  expect(screen.getByRole('table', { name: '方案对比' })).toHaveTextContent('11,487.047,671.93−3,815.11')
  fireEvent.change(first, { target: { value: '' } })
  expect(screen.getByText('请核对期数')).toBeInTheDocument()
})
