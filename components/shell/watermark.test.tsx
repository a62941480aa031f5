import { render, screen, waitFor } from '@testing-library/react'
import { useRef } from 'react'
import { screenClassOf } from './screen-class'
import { useWatermark, watermarkTile } from './watermark'

function Area() {
  const area = useRef<HTMLElement>(null)
  useWatermark(area, ['王某 lerk'])
  return <main ref={area}>内容</main>
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
