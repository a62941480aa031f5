/** Everything that has to be true of the code before any of it runs in a browser: `npm run check`. */
import { jestStep, toolStep } from './steps.mjs'

const copiesOf = ['app', 'components', 'lib', 'scripts', 'torture', 'server.ts', 'middleware.ts']

/** Types, lint and format, dead code, copies. @returns {Promise<import('./steps.mjs').Tally[]>} */
export function runTools() {
  return Promise.all([
    // Route types and next-env.d.ts are generated: a fresh clone has neither. One checker makes each type once; four of
    // them made most types four times, at twice the CPU and memory of one.
    toolStep(
      'types',
      ['node_modules/next/dist/bin/next', 'typegen'],
      ['node_modules/typescript/bin/tsc', '--checkers', '1'],
    ),
    toolStep('lint and format', ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings']),
    toolStep('dead code', ['node_modules/knip/bin/knip.js']),
    toolStep('copied code', ['node_modules/jscpd/bin/jscpd', ...copiesOf]),
  ])
}

/** @returns {Promise<import('./steps.mjs').Tally[]>} */
export async function runChecks() {
  const tools = await runTools()
  // Alone, so that no test waits for a tool.
  return [...tools, await jestStep('unit tests', ['unit', 'next', 'browser'])]
}
