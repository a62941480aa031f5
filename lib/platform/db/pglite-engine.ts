import { mkdirSync, statSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { folderGone, OutageError } from '../outage.ts'
import { type Connection, DatabaseError, type Engine, type SqlResult, STATEMENT_TIMEOUT } from './engine.ts'
import { acquireLock } from './lock.ts'
import type { Answer, Heard, Listen, Request } from './pglite-worker.ts'
import { parserFor, toText } from './values.ts'

type Pending = { resolve: (answer: Answer) => void; reject: (error: Error) => void }

/**
 * PGlite in `dataDir` (the cluster's files lie in `dataDir/db`), in a worker thread, under a lock that keeps a second
 * process out. There is one connection: callers wait for each other. PGlite cannot end a query, so a query that runs
 * longer than `timeoutMs` ends the worker; the next caller opens the directory again.
 * @throws {LockedError} when another process has the directory.
 */
export async function openPglite(dataDir: string, timeoutMs: number): Promise<Engine> {
  mkdirSync(dataDir, { recursive: true })
  const release = acquireLock(dataDir)
  let thread: Thread | undefined
  try {
    thread = await startThread(dataDir, timeoutMs)
  } catch (error) {
    release()
    throw error
  }
  const cluster = clusterIn(dataDir)
  /** Until when a start that failed is not tried again: each takes seconds. */
  let restAt = 0
  let turn: Promise<unknown> = Promise.resolve()
  let closed = false
  /** Callers that run or wait. */
  let callers = 0
  let listening: { channel: string; hear: (payload: string | null) => void } | undefined

  /** Waits for those before it, and holds those behind it up. */
  function inTurn<T>(run: (thread: Thread) => Promise<T>): Promise<T> {
    callers++
    const mine = turn.then(async () => {
      if (closed) throw new Error('The database is closed.')
      const answer = await run(await opened())
      // A commit into a folder that somebody deleted meanwhile is kept nowhere.
      sameCluster()
      return answer
    })
    turn = mine.catch(() => undefined).finally(() => callers--)
    return mine
  }

  /** @throws {OutageError} when the folder is not the one that is open: its files are nobody's any more */
  function sameCluster(): void {
    const found = clusterIn(dataDir)
    if (found !== undefined && found === cluster) return
    thread?.kill()
    if (found === undefined) throw folderGone(`${dataDir}/db`)
    // Its lock is not ours, and its schema may be of another version.
    throw new OutageError(`${dataDir}/db is another database than at the start: start again.`)
  }

  async function opened(): Promise<Thread> {
    sameCluster()
    if (thread?.alive()) return thread
    if (Date.now() < restAt) throw new OutageError('The embedded database does not open.')
    try {
      thread = await startThread(dataDir, timeoutMs)
    } catch (error) {
      restAt = Date.now() + REST_MS
      throw new OutageError(
        `The embedded database does not open: ${error instanceof Error ? error.message : error}`,
      )
    }
    if (listening) {
      await thread.listen(listening.channel, listening.hear)
      listening.hear(null)
    }
    return thread
  }

  return {
    name: 'pglite',
    withConnection: (run) => inTurn(({ connection }) => run(connection)),
    // In its turn: LISTEN inside somebody's transaction would be rolled back with it.
    listen: (channel, hear) =>
      inTurn((current) => {
        listening = { channel, hear }
        return current.listen(channel, hear)
      }),
    load: () => ({ open: 1, idle: callers === 0 ? 1 : 0, waiting: Math.max(0, callers - 1) }),
    async close() {
      if (closed) return
      const last = turn
      turn = last.then(async () => {
        closed = true
        await thread?.close()
        release()
      })
      await turn
    },
  }
}

const REST_MS = 2_000

/** The cluster that lies in the folder; undefined for none: PGlite would make a new, empty one. */
function clusterIn(dataDir: string): string | undefined {
  const found = statSync(`${dataDir}/db/PG_VERSION`, { throwIfNoEntry: false })
  return found && `${found.dev} ${found.ino}`
}

type Thread = {
  connection: Connection
  listen(channel: string, hear: (payload: string) => void): Promise<void>
  alive(): boolean
  /** Ends it as a crash would. */
  kill(): void
  close(): Promise<void>
}

async function startThread(dataDir: string, timeoutMs: number): Promise<Thread> {
  const worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), {
    workerData: { dataDir: `${dataDir}/db` },
    // The worker needs none of the flags and hooks that the main thread was started with.
    execArgv: [],
  })
  const waiting = new Map<number, Pending>()
  let lastId = 0
  let alive = true

  const end = (error: Error) => {
    alive = false
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  const kill = (error: Error) => {
    end(error)
    void worker.terminate()
  }
  let hearing: (payload: string) => void = () => undefined
  worker.on('message', (message: Answer | Heard) => {
    if ('heard' in message) return hearing(message.heard)
    waiting.get(message.id)?.resolve(message)
    waiting.delete(message.id)
  })
  worker.on('error', end)
  worker.on('exit', (code) => end(new DatabaseError(`The database thread ended with code ${code}.`, '08006')))

  await new Promise<Answer>((resolve, reject) => waiting.set(0, { resolve, reject }))

  async function send(
    text: string,
    params?: readonly unknown[],
    { name, blob }: Pick<Request, 'name' | 'blob'> = {},
  ): Promise<Answer['result']> {
    if (!alive) throw new DatabaseError('The database thread has ended.', '08006')
    const id = ++lastId
    const answered = new Promise<Answer>((resolve, reject) => waiting.set(id, { resolve, reject }))
    const timer = setTimeout(
      () => kill(new DatabaseError('The statement ran too long.', STATEMENT_TIMEOUT)),
      timeoutMs,
    )
    worker.postMessage({
      id,
      text,
      params: params?.map(toText),
      name,
      ...(blob && { blob }),
    } satisfies Request)
    const { error, result } = await answered.finally(() => clearTimeout(timer))
    if (!error) return result
    const refusal = new DatabaseError(error.message, error.code, error.constraint, error.table)
    if (error.fatal) kill(refusal)
    throw refusal
  }

  return {
    connection: {
      query: async (text, params, rowMode, name) => parseResult(await send(text, params, { name }), rowMode),
      exec: async (text) => parseResult(await send(text), 'object'),
      async copyIn(target, rows) {
        await send(`COPY ${target} FROM '/dev/blob'`, [], { blob: rows })
      },
    },
    async listen(channel, hear) {
      hearing = hear
      const id = ++lastId
      const answered = new Promise<Answer>((resolve, reject) => waiting.set(id, { resolve, reject }))
      worker.postMessage({ id, listen: channel } satisfies Listen)
      await answered
    },
    alive: () => alive,
    kill: () => kill(new DatabaseError('The database thread was ended.', '08006')),
    async close() {
      if (!alive) return
      const ended = new Promise((resolve) => worker.once('exit', resolve))
      worker.postMessage('close')
      await ended
    },
  }
}

function parseResult(result: Answer['result'], rowMode: 'array' | 'object'): SqlResult {
  if (!result) return { rows: [], rowCount: 0 }
  const columns = result.fields.map(({ name, typeId }) => ({ name, parse: parserFor(typeId) }))
  const values = result.rows.map((row) =>
    columns.map(({ parse }, at) => {
      const text = row[at]
      return text === null || text === undefined ? null : parse(text)
    }),
  )
  const rows =
    rowMode === 'array'
      ? values
      : values.map((row) => Object.fromEntries(columns.map(({ name }, at) => [name, row[at]])))
  return { rows, rowCount: result.rowCount }
}
