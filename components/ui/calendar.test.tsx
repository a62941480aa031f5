import '@testing-library/jest-dom'
import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { isIsoDate } from '@/lib/rules/iso-date'
import { CommitInput } from './commit-input'

const commits = jest.fn()
function Field() {
  const [value, setValue] = useState('2025-08-01')
  return (
    <>
      <CommitInput
        aria-label="日期"
        value={value}
        read={(text) => text.replace(/^(\d+).(\d).(\d)$/, '$1-0$2-0$3')}
        refuse={(text) => (isIsoDate(text) ? undefined : '日期不完整')}
        onCommit={(text) => {
          commits(text)
          setValue(text)
        }}
      />
      <button type="button" onClick={() => setValue('')}>
        清除
      </button>
    </>
  )
}
beforeEach(() => commits.mockClear())

test('half a date stays and says what is wrong, a whole one and none count', async () => {
  render(<Field />)
  const input = screen.getByLabelText('日期')
  fireEvent.change(input, { target: { value: '2025-09' } })
  fireEvent.blur(input)
  expect(commits).not.toHaveBeenCalled()
  expect(input).toHaveValue('2025-09')
  expect(input).toHaveAccessibleDescription('日期不完整')
  expect(input).toBeInvalid()
  await userEvent.clear(input)
  await userEvent.type(input, '2025/9/2{Enter}')
  expect(commits).toHaveBeenLastCalledWith('2025-09-02')
  expect(screen.queryByRole('alert')).toBeNull()
  await userEvent.clear(input)
  fireEvent.blur(input)
  expect(commits).toHaveBeenLastCalledWith('')
})

test('a value set from elsewhere wins over what was typed', async () => {
  render(<Field />)
  await userEvent.type(screen.getByLabelText('日期'), '{Backspace}')
  fireEvent.click(screen.getByRole('button', { name: '清除' }))
  expect(screen.getByLabelText('日期')).toHaveValue('')
})
