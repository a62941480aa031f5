/**
 * Writes the figures that are ratios or bytes and hold on any machine into their lines of docs/figures.md, with commit
 * and day: `npm run figures`, also a step of `npm run proof`. It fails where a target that was met is missed, and leaves that line as it
 * was. What a machine at work cannot settle is told and changes nothing.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt } from '../scripts/build.mjs'
import { root, run, runNode, say, script } from '../scripts/runtime.mjs'
import { withFigures } from './rig/figures.mjs'

/**
 * Everything that counts bytes, and benches that compare ours with peers by turns, so that the machine of the day does
 * not count.
 */
const benches = ['pages', 'plan', 'session', 'hop', 'upload']

const page = join(root, 'docs', 'figures.md')

await script(async () => {
  await ensureBuilt()
  const folder = mkdtempSync(join(tmpdir(), 'nlos-figures-'))
  const file = join(folder, 'figures')
  try {
    const broken = []
    for (const name of benches) {
      const { code, output } = await runNode([`bench/${name}.mjs`, '--busy'], {
        quiet: true,
        env: { NLOS_FIGURES: file },
      })
      if (code === 0) continue
      const isUnsettled = output.includes('counts for nothing')
      say(isUnsettled ? `${name}: not settled beside other work` : `FAIL ${name}\n${output}`)
      if (!isUnsettled) broken.push(name)
    }
    const worse = await write(figuresIn(file))
    for (const { what, last, target } of worse) say(`FAIL ${what}: ${last}, which was ${target}`)
    return worse.length + broken.length > 0 ? 1 : 0
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

function figuresIn(file) {
  try {
    return readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  } catch {
    return []
  }
}

/** @returns the figures that were met before and are missed now */
async function write(figures) {
  const { output } = await run('git', ['log', '-1', '--format=%h'], { quiet: true })
  const stamp = `${output.trim()}, ${new Date().toISOString().slice(0, 10)}`
  const { text, worse } = withFigures(readFileSync(page, 'utf8'), figures, stamp)
  writeFileSync(page, text)
  for (const { what, last } of figures) say(`${what}: ${last}`)
  return worse
}
