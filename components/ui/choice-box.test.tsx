import '@testing-library/jest-dom'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ChoiceBox } from './choice-box'
import { TestPage } from './test-page'

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

test('a label is found as it stands there, full-width signs and all', async () => {
  const units = Array.from({ length: 9 }, (_, at) => ({ value: String(at), label: `示例${at}区（分公司）` }))
  render(<TestPage>{box([...units, { value: 'head', label: '总部（总部）' }])}</TestPage>)
  const input = screen.getByRole('combobox')
  await userEvent.clear(input)
  await userEvent.type(input, '总部（总部）')
  expect(await screen.findByRole('option', { name: '总部（总部）' })).toBeVisible()
  expect(screen.getAllByRole('option')).toHaveLength(1)
  expect(input).toHaveAttribute('aria-activedescendant')
  await userEvent.click(screen.getByRole('option'))
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(input).not.toHaveAttribute('aria-activedescendant')
})
