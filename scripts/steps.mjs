/**
 * Steps of a check: each prints one line with its time, and what it had to say when it failed. A failing step
 * stops nothing, so that one run shows everything.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { root, runNode, say, secondsSince } from './runtime.mjs'
import { compileCache } from './serve.mjs'

/**
 * @typedef {{ passed: number, failed: number }} Counts
 * @typedef {{ file: string, seconds: number }} FileTime
 * @typedef {Counts & { name: string, seconds: number, slowest?: FileTime[], fell: string[] }} Tally `fell` names
 *   each test that failed
 */

/** The number of the slowest files that a step names. */
const named = 5

/** @returns {Counts} */
export function sum(tallies) {
  return tallies.reduce(
    (total, { passed, failed }) => ({ passed: total.passed + passed, failed: total.failed + failed }),
    { passed: 0, failed: 0 },
  )
}

/**
 * @param {string} name
 * @param {() => Promise<Counts & { output?: string, files?: FileTime[], fell?: string[] }>} work a thrown error is
 *   one failure
 * @returns {Promise<Tally>}
 */
export async function step(name, work) {
  const started = performance.now()
  const { passed, failed, output, files, fell } = await work().catch((error) => ({
    passed: 0,
    failed: 1,
    output: error.message,
  }))
  const counts = passed + failed > 1 ? `, ${passed} passed, ${failed} failed` : ''
  say(`${failed ? 'FAIL' : 'ok  '} ${name} (${secondsSince(started)}${counts})`)
  if (failed && output) say(output.trimEnd())
  const slowest = files?.toSorted((a, b) => b.seconds - a.seconds).slice(0, named)
  const seconds = (performance.now() - started) / 1000
  return { name, passed, failed, seconds, slowest, fell: fell ?? (failed ? [name] : []) }
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

/**
 * Runs Jest projects; every test case counts, and a file that cannot be loaded is one failure.
 * @param {string} name
 * @param {string[]} projects
 * @param {{ env?: Record<string, string | undefined>, files?: string[] }} [options] `files` are parts of paths; all
 *   files of the projects without any
 */
export function jestStep(name, projects, { env, files = [] } = {}) {
  return step(name, async () => {
    const report = reportFile(name)
    const { code, output } = await runNode(
      [
        'node_modules/jest/bin/jest.js',
        '--json',
        `--outputFile=${report}`,
        // Nothing else runs meanwhile; left alone, Jest keeps one processor free, which of two is half.
        '--maxWorkers=100%',
        '--selectProjects',
        ...projects,
        ...(files.length > 0 ? ['--testPathPatterns', ...files] : []),
      ],
      // Children of tests read the same sources again and again.
      { quiet: true, env: { ...compileCache, ...env } },
    )
    const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, testResults } = readReport(
      report,
      output,
    )
    const failed = numFailedTests + numRuntimeErrorTestSuites
    const times = testResults.map(({ name, startTime, endTime }) => ({
      file: relative(root, name),
      seconds: (endTime - startTime) / 1000,
    }))
    const fell = testResults.flatMap((file) => failuresOf(file))
    return {
      passed: numPassedTests,
      failed: failed || Number(code !== 0),
      // Everything that passed is thousands of lines, and a record of a run that is cut keeps those.
      output: fell.map(({ title, why }) => `${title}\n${why}`).join('\n\n') || output,
      files: times,
      fell: fell.map(({ title }) => title),
    }
  })
}

/** The tests of a file that failed, and the reasons; a file that could not be loaded is one of them. */
function failuresOf({ name, status, message, assertionResults }) {
  const file = relative(root, name)
  const failures = assertionResults
    .filter((test) => test.status === 'failed')
    .map(({ ancestorTitles, title, failureMessages }) => ({
      title: `${file}: ${[...ancestorTitles, title].join(' ')}`,
      why: failureMessages.join('\n'),
    }))
  return failures.length === 0 && status === 'failed' ? [{ title: file, why: message }] : failures
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
