import '@testing-library/jest-dom'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { ConfirmProvider } from '@/components/ui/confirm'
import { TestPage } from '@/components/ui/test-page'
import { smaller } from '@/lib/client/smaller-picture'
import type { PaperItem } from '@/lib/domains/materials/contract/papers'
import { PaperField } from './paper-field'

jest.mock('@/lib/client/call', () => ({ call: jest.fn(async () => ({ item: {} })), request: jest.fn() }))
jest.mock('@/lib/client/smaller-picture', () => ({ smaller: jest.fn() }))

const empty: PaperItem = {
  id: 1,
  materialType: 'other',
  required: true,
  minFiles: 1,
  maxFiles: 2,
  itemStatus: '未传',
  rejectNote: null,
  version: 1,
  files: [],
  former: [],
}
const add = jest.fn(async () => {})
/** The field beside what the page counts of its photos. */
function Field({ item = empty }: { item: PaperItem | undefined }) {
  const [preparing, setPreparing] = useState(0)
  return (
    <PaperField
      place={{ orderId: 24, kind: 'mortgage', materialType: 'other' }}
      item={item}
      waiting={[]}
      preparing={preparing}
      outbox={{ add }}
      readOnly={false}
      judge={[]}
      onOpen={() => {}}
      onPreparing={(change) => setPreparing((count) => count + change)}
    />
  )
}
const show = (item?: PaperItem) =>
  render(
    <TestPage>
      <ConfirmProvider>
        <Field item={item} />
      </ConfirmProvider>
    </TestPage>,
  )
const input = () => {
  const found = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!found) throw new Error('no input')
  return found
}
const choose = (...files: File[]) => userEvent.upload(input(), files, { applyAccept: false })
const photo = (name: string) => new File(['photo'], name, { type: 'image/jpeg' })
const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

beforeEach(() => add.mockClear())

test('what is not taken up is named with the reason, and the rest goes up', async () => {
  jest.mocked(smaller).mockImplementation(async (file) => file)
  show()
  await choose(
    photo('1.jpg'),
    photo('2.jpg'),
    photo('3.jpg'),
    new File(['x'], 'a.txt', { type: 'text/plain' }),
  )
  expect(await screen.findByRole('alert')).toHaveTextContent(
    '最多上传2个文件，未加入：3.jpg 仅支持JPG、PNG、PDF文件，未加入：a.txt',
  )
  expect(add.mock.calls).toMatchObject([
    [{}, '1.jpg', {}],
    [{}, '2.jpg', {}],
  ])
})

test('the browser asks before a page is left whose photos are not kept yet', async () => {
  let done = (_: Blob) => {}
  jest.mocked(smaller).mockImplementation(() => new Promise((resolve) => (done = resolve)))
  show()
  expect(asks()).toBe(false)
  await choose(photo('1.jpg'))
  expect(asks()).toBe(true)
  await act(async () => done(photo('1.jpg')))
  expect(add).toHaveBeenCalledTimes(1)
  expect(asks()).toBe(false)
})

test('photos that are made smaller take their places already: two choices after one another pass no limit', async () => {
  const done: ((made: Blob) => void)[] = []
  jest.mocked(smaller).mockImplementation(() => new Promise((resolve) => done.push(resolve)))
  show()
  await choose(photo('1.jpg'))
  await choose(photo('2.jpg'), photo('3.jpg'))
  expect(screen.getByRole('alert')).toHaveTextContent('未加入：3.jpg')
  expect(screen.queryByRole('button', { name: '拍照或选择' })).not.toBeInTheDocument()
  await act(async () => {
    for (const made of done) made(photo('1.jpg'))
  })
  expect(add).toHaveBeenCalledTimes(2)
  expect(asks()).toBe(false)
})

test('a stored file is removed by the keyboard alone', async () => {
  const file = { id: 7, name: '1.jpg', mime: 'image/jpeg', size: 1, uploadedAt: '' }
  show({ ...empty, files: [file] })
  const remove = screen.getByRole('button', { name: '删除 1.jpg' })
  for (let stops = 0; stops < 3 && !remove.matches(':focus'); stops++) await userEvent.tab()
  expect(remove).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await userEvent.click(await screen.findByRole('button', { name: '确定' }))
  // The button goes with its file: the hands go on at the next place.
  await waitFor(() => expect(screen.getByRole('button', { name: '拍照或选择' })).toHaveFocus())
})
