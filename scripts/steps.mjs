/**
 * Steps of a check: each prints one line with its time, and what it had to say when it failed. A failing step
 * stops nothing, so that one run shows everything.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root, runNode, say, secondsSince } from './runtime.mjs'

/** @typedef {{ passed: number, failed: number }} Tally */

/** @returns {Tally} */
export function sum(tallies) {
  return tallies.reduce(
    (total, { passed, failed }) => ({ passed: total.passed + passed, failed: total.failed + failed }),
    { passed: 0, failed: 0 },
  )
}

/**
 * @param {string} name
 * @param {() => Promise<Tally & { output?: string }>} work a thrown error is one failure
 * @returns {Promise<Tally>}
 */
export async function step(name, work) {
  const started = performance.now()
  const { passed, failed, output } = await work().catch((error) => ({
    passed: 0,
    failed: 1,
    output: error.message,
  }))
  const counts = passed + failed > 1 ? `, ${passed} passed, ${failed} failed` : ''
  say(`${failed ? 'FAIL' : 'ok  '} ${name} (${secondsSince(started)}${counts})`)
  if (failed && output) say(output.trimEnd())
  return { passed, failed }
}

/** A step that one tool decides by its exit code. */
export function toolStep(name, ...commands) {
  return step(name, async () => {
    for (const args of commands) {
      const { code, output } = await runNode(args, { quiet: true })
      if (code !== 0) return { passed: 0, failed: 1, output }
    }
    return { passed: 1, failed: 0 }
  })
}

/** Runs Jest projects; every test case counts, and a file that cannot be loaded is one failure. */
export function jestStep(name, projects, env) {
  return step(name, async () => {
    const report = reportFile(name)
    const { code, output } = await runNode(
      [
        ...['node_modules/jest/bin/jest.js', '--json', `--outputFile=${report}`],
        // Nothing else runs meanwhile; left alone, Jest keeps one processor free, which of two is half.
        ...['--maxWorkers=100%', '--selectProjects', ...projects],
      ],
      { quiet: true, env },
    )
    const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = readReport(report, output)
    const failed = numFailedTests + numRuntimeErrorTestSuites
    return { passed: numPassedTests, failed: failed || Number(code !== 0), output }
  })
}

/** An empty place for a tool's JSON report. */
export function reportFile(name) {
  const file = join(root, 'test-results', 'reports', `${name.replaceAll(/\W+/g, '-')}.json`)
  mkdirSync(dirname(file), { recursive: true })
  rmSync(file, { force: true })
  return file
}

/** @throws {Error} with what the tool printed, when it ended without a report */
export function readReport(file, output = '') {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    throw new Error(`${output}\nNo report was written.`)
  }
}
