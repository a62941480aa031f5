/** One page of a list against another, by turns, in time and in CPU. */
import { say } from '../../scripts/runtime.mjs'
import { quantile } from './ratios.ts'

const length = 20

export const placeOf = (page) => ({ start: String((page - 1) * length), length: String(length) })

/** Of an input, for a line of the report. */
export const textOf = (fields) =>
  Object.entries(fields)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ')

/**
 * Both pages by turns, so that both meet the same machine.
 * @param {(page: number) => Promise<{ total: number, allPage: number }>} ask
 * @param {() => number} cpu in µs; it is counted in steps of 10 ms
 * @param {{ farthest: number, rounds: number, calls: number }} how `calls` of a turn
 * @returns the ratio of the times and that of the CPU; nothing for a list of one page
 */
export async function comparePages(name, ask, cpu, { farthest, rounds, calls }) {
  const started = performance.now()
  const { total, allPage } = await ask(1)
  const first = performance.now() - started
  const last = Math.min(farthest, allPage)
  if (last < 2) {
    say(`${name}: ${total} rows, one page, first call ${first.toFixed(0)} ms`)
    return []
  }
  await ask(last)
  const near = { page: 1, ms: [], cpu: 0 }
  const far = { page: last, ms: [], cpu: 0 }
  for (let round = 0; round < rounds; round += 1) {
    for (const side of round % 2 === 0 ? [near, far] : [far, near]) {
      const before = cpu()
      for (let n = 0; n < calls; n += 1) {
        const asked = performance.now()
        await ask(side.page)
        side.ms.push(performance.now() - asked)
      }
      side.cpu += (cpu() - before) / 1000 / rounds / calls
    }
  }
  const [ms, farMs] = [quantile(near.ms, 0.5), quantile(far.ms, 0.5)]
  say(
    `${name}: ${total} rows, first call ${first.toFixed(0)} ms; page 1 p50 ${ms.toFixed(1)} ms, CPU ${near.cpu.toFixed(1)}; page ${last} p50 ${farMs.toFixed(1)} ms, CPU ${far.cpu.toFixed(1)}; ratio ${(farMs / ms).toFixed(2)}, of CPU ${(far.cpu / near.cpu).toFixed(2)}`,
  )
  return [farMs / ms, far.cpu / near.cpu]
}
