/**
 * The things that every script stands on: where the project is, which Node runs it, and child processes that never
 * outlive the script. Node 20 without any package installed must be able to load this file.
 */
import { spawn } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'

export const root = dirname(import.meta.dirname)

const packagePlatform = { linux: 'linux', win32: 'win' }[process.platform] ?? process.platform
const pinnedPackage = `node-${packagePlatform}-${process.arch}`
const pinnedPath = join(
  root,
  'node_modules',
  pinnedPackage,
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
)

/**
 * The Node that runs the product: the one of package-lock.json, or, on a system it does not cover, the
 * current one when it is new enough.
 * @returns {string} path of the executable
 * @throws {Error} when there is none
 */
export function pinnedNode() {
  if (existsSync(pinnedPath)) return pinnedPath
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  throw new Error(
    `${pinnedPackage} is not installed, and Node ${process.versions.node} is too old: install Node 24.`,
  )
}

/** Prints one plain line for the person at the terminal. */
export function say(line) {
  process.stdout.write(`${line}\n`)
}

/** Seconds since `started` (of performance.now()), as text. */
export function secondsSince(started) {
  return `${((performance.now() - started) / 1000).toFixed(1)} s`
}

const children = new Set()
let interruptedBy

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal))

// A signal to npm ends npm and its shell, and reaches nobody else: a script notices that its parent is gone.
if (process.env.npm_lifecycle_event) {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    stop('SIGTERM')
  }, 250)
  watch.unref()
}

process.on('exit', () => {
  for (const child of children) child.kill('SIGTERM')
})

/** Tells the children to end; the script ends with them. */
function stop(signal) {
  interruptedBy = signal
  if (children.size === 0) process.exit(codeOf(signal))
  for (const child of children) child.kill(signal)
}

function codeOf(signal) {
  return 128 + (constants.signals[signal] ?? 1)
}

/**
 * Starts a child process that gets the script's signals and ends with the script.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options] `env` is added to the script's own
 */
export function start(command, args, { env, ...options } = {}) {
  const child = spawn(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
    ...options,
  })
  children.add(child)
  child.once('close', () => children.delete(child))
  child.once('error', () => children.delete(child))
  return child
}

/**
 * Resolves with the exit code of a child, 128 + n when signal n ended it.
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<number>} rejects when the child could not be started
 */
export function exitCode(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve(code ?? codeOf(signal)))
  })
}

/**
 * Runs a command to its end. A script told to stop while one runs stops here.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: Record<string, string | undefined>, quiet?: boolean }} [options] `quiet` collects the output
 *   instead of showing it
 * @returns {Promise<{ code: number, output: string }>} `output` is empty unless quiet
 */
export async function run(command, args, { env, quiet = false, ...options } = {}) {
  const child = start(command, args, {
    env,
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    ...options,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  const code = await exitCode(child)
  if (interruptedBy) process.exit(codeOf(interruptedBy))
  return { code, output }
}

/** Environment in which `node` is the pinned one, for tools that start Node themselves. */
function withPinnedNode(env) {
  return {
    NEXT_TELEMETRY_DISABLED: '1',
    ...env,
    PATH: `${dirname(pinnedNode())}${delimiter}${process.env.PATH ?? ''}`,
  }
}

/** `start` on the pinned Node. */
export function startNode(args, { env, ...options } = {}) {
  return start(pinnedNode(), args, { ...options, env: withPinnedNode(env) })
}

/** `run` on the pinned Node; the first argument is a file of the project, such as `node_modules/next/dist/bin/next`. */
export function runNode(args, { env, ...options } = {}) {
  return run(pinnedNode(), args, { ...options, env: withPinnedNode(env) })
}

/**
 * Hands the script over to the pinned Node, which reads TypeScript. True inside it; outside it the script has been
 * run there, and only its exit code is left to keep.
 * @returns {Promise<boolean>}
 */
export async function onPinnedNode() {
  if (realpathSync(pinnedNode()) === realpathSync(process.execPath)) return true
  process.exitCode = await exitCode(startNode(process.argv.slice(1)))
  return false
}

/**
 * Runs a script's main function; an error becomes one sentence and exit code 1.
 * @param {() => Promise<number | void>} main resolves with the exit code, 0 when it says nothing
 */
export async function script(main) {
  try {
    process.exitCode = (await main()) ?? process.exitCode
  } catch (error) {
    process.stderr.write(`${process.env.DEBUG ? error.stack : error.message}\n`)
    process.exitCode = 1
  }
}
