import { fireEvent, render, screen } from '@testing-library/react'
import type { MouseEvent } from 'react'
import Link from './link'

const push = jest.fn()
jest.mock('next/navigation', () => ({ useRouter: () => ({ push }) }))

beforeEach(() => push.mockClear())

/** Clicks; true when the browser is to follow the link itself. */
function click(init: MouseEventInit = {}, onClick?: (event: MouseEvent) => void): boolean {
  render(
    <Link href="/order/query" onClick={onClick}>
      订单查询
    </Link>,
  )
  return fireEvent.click(screen.getByRole('link', { name: '订单查询' }), init)
}

test('a plain click shows the page without a full load', () => {
  expect(click()).toBe(false)
  expect(push.mock.calls).toEqual([['/order/query']])
})

test.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])(
  'a click with %j is the browser’s: another tab, another window, a download',
  (init) => {
    expect(click(init)).toBe(true)
    expect(push).not.toHaveBeenCalled()
  },
)

test('who takes the click has it', () => {
  expect(click({}, (event) => event.preventDefault())).toBe(false)
  expect(push).not.toHaveBeenCalled()
})
