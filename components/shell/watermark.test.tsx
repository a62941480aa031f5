import { render, screen, waitFor } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { screenClassOf } from './screen-class'
import { Watermark, watermarkTile } from './watermark'

function Area({ line = '王某 lerk' }: { line?: string }) {
  return (
    <main>
      内容
      <Watermark lines={[line]} />
    </main>
  )
}
const mark = () => screen.getByRole('main').querySelector('div')

test('the watermark lets clicks through, is printed, and is nothing to a screen reader', () => {
  render(<Area />)
  expect(mark()?.style.pointerEvents).toBe('none')
  expect(mark()?.style.cssText).toContain('print-color-adjust: exact')
  expect(mark()?.getAttribute('aria-hidden')).toBe('true')
})

test('it comes back when somebody takes it away or hides it', async () => {
  render(<Area />)
  mark()?.remove()
  await waitFor(() => expect(mark()).not.toBeNull())
  const again = mark()
  if (again) again.style.display = 'none'
  await waitFor(() => expect(mark()?.style.display).toBe(''))
})

test('another text takes its place, whatever was done to the one before', async () => {
  const { rerender } = render(<Area />)
  mark()?.setAttribute('hidden', '')
  await waitFor(() => expect(mark()?.hasAttribute('hidden')).toBe(false))
  const before = mark()
  rerender(<Area line="李某" />)
  await Promise.resolve()
  expect(before?.isConnected).toBe(false)
  expect(screen.getByRole('main').querySelectorAll('div')).toHaveLength(1)
})

test('the first HTML has it', () => {
  expect(renderToString(<Area />)).toContain(encodeURIComponent('王某 lerk'))
})

test('a name is text in it, whatever it holds', () => {
  expect(decodeURIComponent(watermarkTile(['王某 lerk']))).toContain('>王某 lerk</text>')
  expect(decodeURIComponent(watermarkTile(['<script>&']))).toContain('&lt;script&gt;&amp;')
})

test.each([
  [1200, 3],
  [1199, 2],
  [992, 2],
  [991, 1],
  [768, 1],
  [767, 0],
])('%s px is screen class %s', (width, expected) => {
  expect(screenClassOf(width)).toBe(expected)
})
