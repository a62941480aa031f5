/** The machine under the benches: which core runs what, how busy it is, what a process has used of it. Linux only. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { pinnedNode, say, script, start } from '../../scripts/runtime.mjs'

/** Everything that is measured has a core to itself; the load and the service behind share the other. */
export const CORE = { measured: '0', load: '1' }

const RESTING = 0.85
const WATCHED_MS = 1_500
const TICK_MICROS = 10_000

/**
 * The number of something that the command asks for: its first argument that is no option.
 * @param {number} usual without one
 * @throws {Error} when it is no whole number above 0
 */
export function wantedCount(usual) {
  const said = process.argv.slice(2).find((arg) => !arg.startsWith('--')) ?? usual
  const count = Number(said)
  if (!Number.isSafeInteger(count) || count < 1)
    throw new Error(`"${said}" is not a number of things to measure.`)
  return count
}

/**
 * Runs a bench's main function and ends: what it has started and not stopped, because it failed, ends with it.
 * @param {() => Promise<number | void>} main
 */
export async function bench(main) {
  await script(main)
  process.exit()
}

/**
 * Starts a program on one core; it ends with the script.
 * @param {string} core of CORE
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options] `env` is added to the script's own
 */
export function startOn(core, command, args, options) {
  return start('taskset', ['-c', core, command, ...args], options)
}

/** `startOn` for a file of the project, on the pinned Node, as in production. */
export function startNodeOn(core, args, { env, ...options } = {}) {
  const production = { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', ...env }
  return startOn(core, pinnedNode(), args, { ...options, env: production })
}

/**
 * Refuses to measure on a machine at work, unless the command says `--busy`: ratios of one run hold there too, as long
 * as the A–A run comes out even.
 * @throws {Error} when less than 85 % of it is idle
 */
export async function ensureRest() {
  if (process.platform !== 'linux' || cpus().length < 2)
    throw new Error('The benches need Linux and two cores.')
  const before = processorTimes()
  await wait(WATCHED_MS)
  const after = processorTimes()
  const share = (after.idle - before.idle) / (after.all - before.all)
  const load = loadavg()[0].toFixed(1)
  if (share >= RESTING) return
  const said = `The machine is ${Math.round(share * 100)} % idle, its load is ${load}`
  if (!process.argv.includes('--busy')) {
    throw new Error(`${said}: measured at ${RESTING * 100} % and more, or with --busy.`)
  }
  say(`${said}: ratios only.`)
}

function processorTimes() {
  const numbers = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0].split(/\s+/).slice(1).map(Number)
  return { idle: numbers[3] + numbers[4], all: numbers.slice(0, 8).reduce((sum, ticks) => sum + ticks, 0) }
}

/**
 * A started server, once it answers.
 * @param {import('node:child_process').ChildProcess} child
 * @param {number} port
 * @param {{ path: string, folder?: string, wait?: boolean }} options `path` answers 200 when it is ready; `folder` goes
 *   with it; `wait: false` comes back at once
 */
export async function served(child, port, { path, folder, wait = true }) {
  const url = `http://localhost:${port}`
  if (wait) await untilAnswering(url + path, { child })
  return {
    pid: child.pid,
    port,
    url,
    child,
    async stop() {
      await ended(child)
      if (folder) rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** CPU time that a process, its threads and its living children have used, in µs; it counts in steps of 10 ms. */
export function cpuMicros(pid) {
  return family(pid).reduce((sum, { ticks }) => sum + ticks * TICK_MICROS, 0)
}

/** Everything that the children of a process that ended have used, in µs: workers of a parallel query end with it. */
export function reapedMicros(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ')
  return (Number(fields[13]) + Number(fields[14])) * TICK_MICROS
}

/** Resident memory of a process and its children in bytes: now, and the most since `forgetPeak`. */
export function memory(pid) {
  const read = (name) =>
    family(pid).reduce((sum, { pid: member }) => {
      const status = readFileSync(`/proc/${member}/status`, 'utf8')
      return sum + Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0) * 1024
    }, 0)
  return { now: read('VmRSS'), peak: read('VmHWM') }
}

/** From here on the most resident memory is counted anew. */
export function forgetPeak(pid) {
  for (const { pid: member } of family(pid)) writeFileSync(`/proc/${member}/clear_refs`, '5')
}

function family(pid) {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => statOf(Number(name)) ?? [])
  const members = new Set([pid])
  for (const member of members) {
    for (const process of processes) if (process.parent === member) members.add(process.pid)
  }
  return processes.filter((process) => members.has(process.pid))
}

function statOf(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ')
    return { pid, parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) }
  } catch {
    return undefined
  }
}

/** Waits until an address answers 200. @throws {Error} with what it said last, after the limit of ms */
export async function untilAnswering(url, { init, limit = 60_000, child, every = 50 } = {}) {
  let said = 'nothing'
  for (const started = performance.now(); performance.now() - started < limit; await wait(every)) {
    if (child?.exitCode != null) throw new Error(`${url}: its server ended with ${child.exitCode}.`)
    try {
      const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(10_000) })
      said = `${answer.status} ${(await answer.text()).slice(0, 200)}`
      if (answer.ok) return
    } catch (error) {
      said = String(error.cause ?? error)
    }
  }
  throw new Error(`${url} does not answer: ${said}`)
}

/** Ends a child and waits for it. */
export async function ended(child) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const closed = new Promise((resolve) => child.once('close', resolve))
  child.kill('SIGTERM')
  const patience = setTimeout(() => child.kill('SIGKILL'), 10_000)
  await closed
  clearTimeout(patience)
}
