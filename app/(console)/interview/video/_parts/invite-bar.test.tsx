import '@testing-library/jest-dom'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { TestPage } from '@/components/ui/test-page'
import { connectToasts } from '@/components/ui/toast'
import type { RoomData } from '../screen'
import { InviteBar } from './invite-bar'

const data = { order: { id: 7 }, interview: null, mobile: '138****0001' } as unknown as RoomData
const link = {
  interviewId: 1,
  path: '/interview/guest?t=secret',
  expiresAt: '2026-01-05T02:00:00Z',
  sms: false,
}

test('where the browser does not copy, the link is selected and the page says so', async () => {
  const toasts: string[] = []
  connectToasts(({ message }) => toasts.push(message))
  const user = userEvent.setup()
  jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('refused'))
  render(
    <TestPage>
      <InviteBar data={data} link={link as never} onLink={() => {}} />
    </TestPage>,
  )
  await user.click(screen.getByRole('button', { name: '复制链接' }))
  expect(toasts).toEqual(['浏览器不允许复制，请手动选择'])
  const field = screen.getByRole<HTMLInputElement>('textbox')
  expect(field).toHaveFocus()
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, field.value.length])
  await user.click(screen.getByRole('button', { name: '复制链接' }))
  expect(toasts.at(-1)).toBe('链接已复制')
  connectToasts(undefined)
})
