import '@testing-library/jest-dom'
import { fireEvent, render, screen } from '@testing-library/react'
import { TestPage } from '../ui/test-page'
import { drag, fitScale, fitted, rotate, scaleOf, toggleFit, zoom } from './picture-view'
import { PictureViewer } from './picture-viewer'
import type { Picture } from './pictures'

const scene = { picture: { width: 2000, height: 1000 }, stage: { width: 500, height: 500 } }

test('a picture is fitted as it is turned, and never blown up', () => {
  expect(fitScale(scene, 0)).toBe(0.25)
  expect(fitScale({ ...scene, stage: { width: 500, height: 250 } }, 1)).toBe(0.125)
  expect(fitScale({ ...scene, picture: { width: 100, height: 50 } }, 0)).toBe(1)
})

test('zooming keeps what is under the pointer where it is', () => {
  const at = { x: 100, y: 0 }
  const near = zoom(fitted, 4, scene, at)
  expect(scaleOf(near, scene)).toBe(1)
  // The point was 100 / 0.25 = 400 of the picture's pixels from its middle, and is so still.
  expect((at.x - near.offset.x) / 1).toBe(400)
})

test('zooming out ends with the whole picture in the middle', () => {
  const near = drag(zoom(fitted, 8, scene), { x: 300, y: 0 }, scene)
  expect(zoom(near, 0.01, scene)).toEqual(fitted)
})

test('a picture can be dragged to its edges and no further', () => {
  const near = zoom(fitted, 4, scene)
  expect(drag(near, { x: 9999, y: 9999 }, scene).offset).toEqual({ x: 750, y: 250 })
  expect(drag(fitted, { x: 50, y: 50 }, scene).offset).toEqual({ x: 0, y: 0 })
})

test('four turns are none, and a turn shows the whole picture', () => {
  expect(rotate(zoom(fitted, 4, scene))).toEqual({ ...fitted, turns: 1 })
  expect([1, 2, 3, 4].reduce((view) => rotate(view), fitted)).toEqual(fitted)
})

test('a double click goes to the own pixels and back', () => {
  const own = toggleFit(fitted, scene)
  expect(scaleOf(own, scene)).toBe(1)
  expect(toggleFit(own, scene)).toEqual(fitted)
})

const file = { size: 1, uploadedAt: '2025-03-14T10:00:00Z' }
const pictures: Picture[] = [
  { ...file, id: 1, name: 'a.jpg', mime: 'image/jpeg', materialType: 'other', label: '身份证正面' },
  { ...file, id: 2, name: 'b.jpg', mime: 'image/jpeg', materialType: 'other', label: '身份证反面' },
  { ...file, id: 3, name: 'c.pdf', mime: 'application/pdf', materialType: 'other', label: '征信授权书' },
]
const show = (node: React.ReactNode) => render(<TestPage>{node}</TestPage>)

test('arrow keys and buttons go through the pictures, round and round', () => {
  show(<PictureViewer orderId={7} pictures={pictures} start={2} />)
  expect(screen.getByText('2 / 3')).toBeVisible()
  fireEvent.keyDown(document.body, { key: 'ArrowLeft' })
  expect(screen.getByRole('img', { name: '身份证正面 a.jpg' })).toBeInTheDocument()
  fireEvent.click(screen.getByRole('button', { name: '上一张 (←)' }))
  expect(screen.getByText('3 / 3')).toBeVisible()
  fireEvent.keyDown(document.body, { key: 'ArrowRight' })
  expect(screen.getByText('1 / 3')).toBeVisible()
})

test('a PDF is downloaded, not drawn', () => {
  show(<PictureViewer orderId={7} pictures={pictures} start={3} />)
  const link = screen.getByRole('link', { name: /c\.pdf/ })
  expect(link).toHaveAttribute('download', 'c.pdf')
  expect(link).toHaveAttribute('href', '/nlos/biz/material/file/get?orderId=7&fileId=3')
})

test('keys belong to the field that is being typed in', () => {
  show(
    <>
      <input aria-label="意见" />
      <PictureViewer orderId={7} pictures={pictures} />
    </>,
  )
  fireEvent.keyDown(screen.getByLabelText('意见'), { key: 'ArrowRight' })
  expect(screen.getByText('1 / 3')).toBeVisible()
})

test('R turns the picture', () => {
  show(<PictureViewer orderId={7} pictures={pictures} />)
  fireEvent.keyDown(document.body, { key: 'R' })
  const image = screen.getByRole('img', { name: '身份证正面 a.jpg' })
  expect(image.style.transform).toContain('rotate(90deg)')
})
