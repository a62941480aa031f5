/** Where a picture stands on its stage. Lengths are CSS pixels; points count from the middle of the stage. */

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
