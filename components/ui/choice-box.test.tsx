import '@testing-library/jest-dom'
import { render, screen } from '@testing-library/react'
import { ChoiceBox } from './choice-box'

const box = (options: { value: string; label: string }[]) => (
  <ChoiceBox
    {...{ 'aria-label': '业务模式', value: 'lease', none: '全部', stray: '', options }}
    onChoose={() => {}}
    onStray={() => {}}
  />
)

test('what is chosen does not seem to be nothing while its word is on its way', () => {
  const { rerender } = render(box([]))
  expect(screen.getByRole('combobox')).toHaveDisplayValue('…')
  rerender(box([{ value: 'lease', label: '直租' }]))
  expect(screen.getByRole('combobox')).toHaveDisplayValue('直租')
  expect(screen.getAllByRole('option')).toHaveLength(2)
})
