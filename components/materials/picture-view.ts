import { type Region, wholeSide } from '@/lib/domains/orders/rules/entry/evidence'

/** The position of a picture on its stage. Lengths are CSS pixels; points count from the middle of the stage. */

export type Size = { width: number; height: number }
export type Point = { x: number; y: number }

export type PictureView = {
  /** Screen pixels for one of the picture's; null fits the picture into the stage, whatever size that gets. */
  scale: number | null
  /** Quarter turns clockwise, 0 to 3. */
  turns: number
  /** Of the picture's middle. */
  offset: Point
}

/** The picture and the stage it stands on. */
export type Scene = { picture: Size; stage: Size }

const middle: Point = { x: 0, y: 0 }
export const fitted: PictureView = { scale: null, turns: 0, offset: middle }

/** Nobody reads more out of a photo than this. */
const maxScale = 8
/** A wheel notch of 100 px is a fifth. */
const perWheelPixel = 0.002
export const zoomStep = 1.25

const turned = ({ width, height }: Size, turns: number): Size =>
  turns % 2 === 0 ? { width, height } : { width: height, height: width }

/** The scale that shows the whole picture; a small one is not blown up. */
export function fitScale({ picture, stage }: Scene, turns: number): number {
  const { width, height } = turned(picture, turns)
  if (width === 0 || height === 0) return 1
  return Math.min(1, stage.width / width, stage.height / height)
}

export function scaleOf(view: PictureView, scene: Scene): number {
  return view.scale ?? fitScale(scene, view.turns)
}

/** Keeps the picture over the stage: what fits stands in the middle, what is larger leaves no gap at an edge. */
function held(view: PictureView, scene: Scene): PictureView {
  const scale = scaleOf(view, scene)
  const { width, height } = turned(scene.picture, view.turns)
  const within = (place: number, length: number, room: number) => {
    const most = Math.max(0, (length * scale - room) / 2)
    return Math.min(most, Math.max(-most, place))
  }
  const offset = {
    x: within(view.offset.x, width, scene.stage.width),
    y: within(view.offset.y, height, scene.stage.height),
  }
  return { ...view, offset }
}

/** Zooms by a factor; what is under `at` stays there. Zooming out ends where the whole picture is in view. */
export function zoom(view: PictureView, factor: number, scene: Scene, at: Point = middle): PictureView {
  const before = scaleOf(view, scene)
  const after = Math.min(maxScale, before * factor)
  if (after <= fitScale(scene, view.turns)) return { ...view, scale: null, offset: middle }
  const grown = after / before
  const offset = {
    x: at.x - (at.x - view.offset.x) * grown,
    y: at.y - (at.y - view.offset.y) * grown,
  }
  return held({ ...view, scale: after, offset }, scene)
}

/** The factor of a turn of the wheel, `deltaY` in pixels: up is nearer. */
export const wheelFactor = (deltaY: number) => Math.exp(-deltaY * perWheelPixel)

export function drag(view: PictureView, by: Point, scene: Scene): PictureView {
  return held({ ...view, offset: { x: view.offset.x + by.x, y: view.offset.y + by.y } }, scene)
}

/** A quarter turn clockwise, the whole picture in view again. */
export function rotate({ turns }: PictureView): PictureView {
  return { ...fitted, turns: (turns + 1) % 4 }
}

/** The whole picture, as it is turned; or, when that is what is seen, its own pixels. */
export function toggleFit(view: PictureView, scene: Scene, at: Point = middle): PictureView {
  if (view.scale !== null) return { ...view, scale: null, offset: middle }
  return zoom(view, 1 / fitScale(scene, view.turns), scene, at)
}

/** A rectangle on the stage, in pixels from its left top corner. */
export type Rect = Size & { left: number; top: number }

/** A point counted from a middle, after quarter turns clockwise around it. */
function spun({ x, y }: Point, turns: number): Point {
  const quarter = ((turns % 4) + 4) % 4
  const around = [
    { x, y },
    { x: -y, y: x },
    { x: -x, y: -y },
    { x: y, y: -x },
  ]
  return around[quarter] ?? { x, y }
}

const between = (one: Point, other: Point) => ({
  left: Math.min(one.x, other.x),
  top: Math.min(one.y, other.y),
  width: Math.abs(one.x - other.x),
  height: Math.abs(one.y - other.y),
})

/** The position at which a region of the picture is seen, however the picture is turned and zoomed. */
export function rectOf(region: Region, view: PictureView, scene: Scene): Rect {
  const { picture, stage } = scene
  const scale = scaleOf(view, scene)
  const seen = (x: number, y: number): Point => {
    const fromMiddle = {
      x: (x / wholeSide - 0.5) * picture.width * scale,
      y: (y / wholeSide - 0.5) * picture.height * scale,
    }
    const turned = spun(fromMiddle, view.turns)
    return { x: turned.x + view.offset.x + stage.width / 2, y: turned.y + view.offset.y + stage.height / 2 }
  }
  return between(seen(region.x, region.y), seen(region.x + region.width, region.y + region.height))
}

/** The region of the picture between two points of the stage, cut off at the picture's edges. */
export function regionBetween(from: Point, to: Point, view: PictureView, scene: Scene): Region {
  const { picture } = scene
  const scale = scaleOf(view, scene)
  const share = (place: number, length: number) =>
    Math.round(Math.min(1, Math.max(0, place / (length * scale || 1) + 0.5)) * wholeSide)
  const onPicture = ({ x, y }: Point): Point => {
    const back = spun({ x: x - view.offset.x, y: y - view.offset.y }, -view.turns)
    return { x: share(back.x, picture.width), y: share(back.y, picture.height) }
  }
  const { left, top, width, height } = between(onPicture(from), onPicture(to))
  return { x: left, y: top, width, height }
}
