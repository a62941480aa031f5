import { fitted, type PictureView, rectOf, regionBetween } from './picture-view'

const scene = { picture: { width: 3_000, height: 2_000 }, stage: { width: 600, height: 500 } }
const views: PictureView[] = [0, 1, 2, 3].flatMap((turns) => [
  { ...fitted, turns },
  { scale: 0.7, turns, offset: { x: 120, y: -80 } },
])

test('a region is seen where it was drawn, however the picture is turned, zoomed and dragged', () => {
  for (const view of views) {
    const region = { x: 1_200, y: 3_400, width: 2_500, height: 700 }
    const { left, top, width, height } = rectOf(region, view, scene)
    const from = { x: left - scene.stage.width / 2, y: top - scene.stage.height / 2 }
    const to = { x: from.x + width, y: from.y + height }
    expect([view, regionBetween(to, from, view, scene)]).toEqual([view, region])
  }
})

test('a quarter turn clockwise brings what is left above to the right above', () => {
  const corner = { x: 0, y: 0, width: 1_000, height: 1_000 }
  const { left, top } = rectOf(corner, { ...fitted, turns: 1 }, scene)
  const whole = rectOf({ x: 0, y: 0, width: 10_000, height: 10_000 }, { ...fitted, turns: 1 }, scene)
  expect(left).toBeGreaterThan(whole.left + whole.width / 2)
  expect(top).toBeCloseTo(whole.top)
})

test('what is drawn beyond the edge ends there', () => {
  const region = regionBetween({ x: -9_999, y: -9_999 }, { x: 9_999, y: 9_999 }, fitted, scene)
  expect(region).toEqual({ x: 0, y: 0, width: 10_000, height: 10_000 })
})
