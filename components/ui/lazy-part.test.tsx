import { render, screen } from '@testing-library/react'
import { type ComponentType, StrictMode } from 'react'
import { AddedWords } from '@/lib/i18n/added-words'
import * as frame from '@/lib/i18n/messages/zh-CN/part-frame'
import { useT } from '@/lib/i18n/use-t'
import { lazyPart } from './lazy-part'

type Loaded = { default: ComponentType<{ name: string }> }

function Part({ name }: { name: string }) {
  return <p>{`${name}: ${useT()('form.uploadRetry')}`}</p>
}

const page = (Shown: ComponentType<{ name: string }>) =>
  render(
    <StrictMode>
      <AddedWords messages={frame}>
        <Shown name="甲" />
        <p>页面</p>
      </AddedWords>
    </StrictMode>,
  )

test('a part is asked for when it is first shown, and brings its words', async () => {
  const load = jest.fn(async (): Promise<Loaded> => ({ default: Part }))
  const Shown = lazyPart(load, ['forms'])
  expect(load).not.toHaveBeenCalled()
  page(Shown)
  screen.getByText('页面')
  expect(screen.queryByText(/甲/)).toBeNull()
  await screen.findByText('甲: 重试', {}, { timeout: 10_000 })
  expect(load).toHaveBeenCalledTimes(1)
})

test('without its words it shows their keys: the words are the part’s own', async () => {
  page(lazyPart(async (): Promise<Loaded> => ({ default: Part })))
  await screen.findByText('甲: form.uploadRetry', {}, { timeout: 10_000 })
})

test('a part that does not come is left out, and the page stays', async () => {
  const quiet = jest.spyOn(console, 'error').mockImplementation(() => {})
  const load = jest.fn(async (): Promise<Loaded> => Promise.reject(new Error('ChunkLoadError')))
  page(lazyPart(load))
  await screen.findByText('页面')
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(load).toHaveBeenCalled()
  expect(screen.queryByText(/甲/)).toBeNull()
  screen.getByText('页面')
  quiet.mockRestore()
})
