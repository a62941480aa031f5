import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'

/** Processes that are killed at random (SIGKILL) while they work, and started anew until the work is done. */

type Work = {
  /** A module that works until it is killed and says after each step how it stands. */
  script: string
  /** The argument that each of them is given. */
  argument: (process: number) => unknown
  processes: number
  /** At most; fewer when the work is done before. */
  kills: number
  /** True where a message says that all is done. */
  isDone: (message: unknown) => boolean
  /** The trouble that comes after a kill as well. */
  trouble?: (kill: number) => Promise<void>
}

/** @returns how many were killed while there was work left. All of them are gone then */
export async function underKills(work: Work): Promise<number> {
  const { script, argument, processes, kills, isDone, trouble } = work
  let done = false
  const heard = new Set<ChildProcess>()
  const start = (at: number): ChildProcess => {
    const child = fork(script, [JSON.stringify(argument(at))], { execArgv: [] })
    child.on('message', (message) => {
      heard.add(child)
      done ||= isDone(message)
    })
    return child
  }
  const running = Array.from({ length: processes }, (_, at) => start(at))
  let killed = 0
  try {
    while (!done) {
      await wait(100 + Math.random() * 700)
      const at = Math.floor(Math.random() * processes)
      const victim = running[at]
      if (!victim) continue
      const gone = victim.exitCode !== null || victim.signalCode !== null
      if (gone && victim.signalCode !== 'SIGKILL') throw new Error(`a process ended by itself: ${script}`)
      // One that does nothing yet proves nothing.
      if (done || killed >= kills || !heard.has(victim)) continue
      await kill(victim)
      killed++
      await trouble?.(killed)
      running[at] = start(at)
    }
    return killed
  } finally {
    await Promise.all(running.map(kill))
  }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}
