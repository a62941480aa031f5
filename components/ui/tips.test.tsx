import '@testing-library/jest-dom'
import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ActionButton } from './action-button'
import { TestPage } from './test-page'

const run = jest.fn()
const page = () =>
  render(
    <TestPage>
      <ActionButton permit={{ ok: false, reason: 'machine.refusal.notMine' }} onClick={run}>
        处理
      </ActionButton>
      <ActionButton onClick={run}>领取</ActionButton>
    </TestPage>,
  )
beforeEach(() => run.mockClear())

test('a refused button can be reached, says why, and does nothing', async () => {
  page()
  await userEvent.tab()
  const button = screen.getByRole('button', { name: '处理' })
  expect(button).toHaveFocus()
  expect(await screen.findByRole('tooltip')).toHaveTextContent('该订单由他人处理')
  expect(button).toHaveAccessibleDescription('该订单由他人处理')
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('tooltip')).toBeNull()
  // Pressed, it says why in a dialog, which gives the focus, and with it the tip, back when it closes.
  await userEvent.keyboard('{Enter} ')
  expect(await screen.findByRole('dialog')).toHaveTextContent('该订单由他人处理')
  expect(run).not.toHaveBeenCalled()
})

test('the tip comes with the pointer after a moment and goes with it', async () => {
  page()
  fireEvent.pointerOver(screen.getByRole('button', { name: '处理' }))
  expect(screen.queryByRole('tooltip')).toBeNull()
  expect(await screen.findByRole('tooltip')).toHaveTextContent('该订单由他人处理')
  fireEvent.pointerOver(screen.getByRole('button', { name: '领取' }))
  expect(screen.queryByRole('tooltip')).toBeNull()
})

test('the bubble leaves with the last part that uses it', () => {
  const { unmount } = page()
  expect(document.querySelectorAll('#page-tip')).toHaveLength(1)
  unmount()
  expect(document.querySelectorAll('#page-tip')).toHaveLength(0)
})
