/** A paint is waited for no longer than this, in ms: a page that nobody sees is not painted. */
const longest = 500

/**
 * Does the work once the next frame is painted: what nobody sees does not hold up what is shown.
 *
 * @returns takes the work back, unless it is done
 */
export function afterPaint(work: () => void): () => void {
  let painted: ReturnType<typeof setTimeout> | undefined
  const takeBack = () => {
    cancelAnimationFrame(frame)
    clearTimeout(painted)
    clearTimeout(late)
  }
  const run = () => {
    takeBack()
    work()
  }
  // A task that a frame asks for comes behind its paint.
  const frame = requestAnimationFrame(() => {
    painted = setTimeout(run)
  })
  const late = setTimeout(run, longest)
  return takeBack
}
