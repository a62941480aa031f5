/** Everything that the benches print: a table for the reader, and lines for docs/figures.md. */
import { appendFileSync } from 'node:fs'
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
 * A figure of docs/figures.md.
 * @param {{ what: string, spread: import('./ratios.ts').Spread, most?: number, least?: number, unit?: string,
 *   digits?: number, more?: string, command: string }} figure `most` and `least` are the target; `more` follows the
 *   figure, such as the numbers behind a ratio
 */
export function figure({ what, spread, most, least, unit = '×', digits = 2, more, command }) {
  const target =
    most !== undefined ? `at most ${most}${unit}` : least !== undefined ? `at least ${least}${unit}` : '–'
  const isMissed = spread.median > (most ?? Infinity) || spread.median < (least ?? -Infinity)
  const measured = `${textOf(spread, digits)}${unit}`
  const last = `${isMissed ? `**${measured}**` : measured}${more ? `; ${more}` : ''}`
  return { what, target, last, isMissed, command: `npm run bench -- ${command}` }
}

/** Prints the lines of docs/figures.md, and hands the figures to `npm run figures`, which writes them there. */
export function printFigures(figures) {
  say('For docs/figures.md, median (min–max) of the rounds:')
  for (const { what, target, last, command } of figures)
    say(`| ${what} | ${target} | ${last} | \`${command}\` |`)
  const { NLOS_FIGURES: file } = process.env
  if (file) appendFileSync(file, figures.map((figure) => `${JSON.stringify(figure)}\n`).join(''))
}

/**
 * The text of docs/figures.md with each figure in the line that is called so, or in a new one below the last.
 * @param {string} text
 * @param {ReturnType<typeof figure>[]} figures
 * @param {string} stamp commit and day of the measurement
 * @returns `worse` are those whose target was met and is missed now; their lines stay
 */
export function withFigures(text, figures, stamp) {
  const lines = text.split('\n')
  const worse = []
  for (const { what, target, last, isMissed, command } of figures) {
    const at = lines.findIndex((line) => line.startsWith(`| ${what} |`))
    if (isMissed && at >= 0 && !lines[at].includes('**')) {
      worse.push({ what, target, last })
      continue
    }
    const line = `| ${what} | ${target} | ${last} (${stamp}) | \`${command}\` |`
    if (at >= 0) lines[at] = line
    else lines.splice(lines.findLastIndex((other) => other.startsWith('| ')) + 1, 0, line)
  }
  return { text: lines.join('\n'), worse }
}
