/** What the benches print: a table for the reader, and lines for docs/figures.md. */
import { say } from '../../scripts/runtime.mjs'
import { textOf } from './ratios.ts'

/** Prints rows under their titles, in columns. */
export function printTable(titles, rows) {
  const lines = [titles, ...rows].map((row) => row.map(String))
  const widths = titles.map((_title, column) => Math.max(...lines.map((line) => widthOf(line[column]))))
  for (const line of lines) {
    const cells = line.map((cell, column) => {
      const space = ' '.repeat(widths[column] - widthOf(cell))
      return column === 0 ? cell + space : space + cell
    })
    say(cells.join('  ').trimEnd())
  }
  say('')
}

const widthOf = (text) => [...text].length

/**
 * A line for docs/figures.md.
 * @param {{ what: string, spread: import('./ratios.ts').Spread, most?: number, least?: number, unit?: string,
 *   digits?: number, more?: string, command: string }} figure `most` and `least` are the target; `more` follows the
 *   figure, such as the numbers behind a ratio
 */
export function figure({ what, spread, most, least, unit = '×', digits = 2, more, command }) {
  const target =
    most !== undefined ? `at most ${most}${unit}` : least !== undefined ? `at least ${least}${unit}` : '–'
  const missed = spread.median > (most ?? Infinity) || spread.median < (least ?? -Infinity)
  const measured = `${missed ? '**missed**: ' : ''}${textOf(spread, digits)}${unit}${more ? `; ${more}` : ''}`
  return `| ${what} | ${target} | ${measured} | \`npm run bench -- ${command}\` |`
}

/** Prints the lines of docs/figures.md. */
export function printFigures(lines) {
  say('For docs/figures.md, median (min–max) of the rounds:')
  for (const line of lines) say(line)
}
