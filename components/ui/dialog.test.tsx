import { fireEvent, render, screen } from '@testing-library/react'
import Dialog from './dialog'
import { TestPage } from './test-page'

test('the double click that opened a dialog does not close it again; a click beside it does', () => {
  const onClose = jest.fn()
  render(
    <TestPage>
      <Dialog open onClose={onClose}>
        <p>内容</p>
      </Dialog>
    </TestPage>,
  )
  const beside = screen.getByRole('dialog').parentElement
  if (!beside) throw new Error('a dialog stands in its backdrop')
  for (const [detail, closed] of [
    [2, 0],
    [1, 1],
  ] as const) {
    fireEvent.mouseDown(beside, { detail })
    fireEvent.click(beside, { detail })
    expect(onClose).toHaveBeenCalledTimes(closed)
  }
})
