/**
 * The places where a line of Chinese may end (避头尾): not before what closes, not behind what opens, and not inside a
 * number.
 */

const closing = new Set([...'，。；：、！？）》」』】〕”’％%,.;:!?)]}…—'])
const opening = new Set([...'（《「『【〔“‘([{￥¥'])
const whole = /[A-Za-z0-9.,/\-*@_]/

/** Pieces that stay together. */
function unitsOf(text: string): string[] {
  const units: string[] = []
  let last = ''
  for (const sign of text) {
    const joins =
      units.length > 0 && (closing.has(sign) || opening.has(last) || (whole.test(sign) && whole.test(last)))
    if (joins) units[units.length - 1] += sign
    else units.push(sign)
    last = sign
  }
  return units
}

/**
 * @param widthOf of a sign
 * @param first room of the first line, where it is shorter
 */
export function breakLines(
  text: string,
  room: number,
  widthOf: (sign: string) => number,
  first: number = room,
): string[] {
  const lines: string[] = []
  let line = ''
  let left = first
  const end = () => {
    lines.push(line.trimEnd())
    line = ''
    left = room
  }
  for (const unit of unitsOf(text)) {
    const signs = [...unit]
    const width = signs.reduce((sum, sign) => sum + widthOf(sign), 0)
    if (width > left && line !== '') end()
    if (line === '' && lines.length > 0 && unit === ' ') continue
    if (width <= left) {
      line += unit
      left -= width
      continue
    }
    // Wider than a whole line: broken anywhere.
    for (const sign of signs) {
      if (widthOf(sign) > left && line !== '') end()
      line += sign
      left -= widthOf(sign)
    }
  }
  if (line !== '' || lines.length === 0) end()
  return lines
}
