import { parentPort, workerData } from 'node:worker_threads'
import { type messages, PGlite, protocol } from '@electric-sql/pglite'

/**
 * PGlite in a thread of its own: in the main one a query would hold up every request for its whole length.
 * Values travel as text in both directions; db/values.ts on the other side knows their types.
 */

export type Request = {
  id: number
  text: string
  params: (string | null)[] | undefined
  /** Under which the statement stays parsed, and once its plan is settled planned, for the life of the thread. */
  name?: string | undefined
  /** The bytes that the text's COPY … FROM '/dev/blob' reads. */
  blob?: Uint8Array
}
/** A channel to listen to, whose payloads come as they are committed. */
export type Listen = { id: number; listen: string }
export type Heard = { heard: string }
type Result = { fields: { name: string; typeId: number }[]; rows: (string | null)[][]; rowCount: number }
export type Answer = {
  id: number
  result?: Result
  error?: {
    message: string
    code: string
    constraint: string | undefined
    table: string | undefined
    /** The cluster does not answer after it: a panic, such as over a full disk, or what WASM itself fell over. */
    fatal: boolean
  }
}

const port = parentPort
if (!port) throw new Error('The PGlite worker runs as a worker thread.')

const database = await PGlite.create({ dataDir: workerData.dataDir })
await database.exec("SET TimeZone TO 'UTC'")

port.postMessage({ id: 0 } satisfies Answer)

port.on('message', async (request: Request | Listen | 'close') => {
  if (request === 'close') {
    await database.close()
    port.close()
    return
  }
  if ('listen' in request) {
    await database.listen(request.listen, (heard) => port.postMessage({ heard } satisfies Heard))
    port.postMessage({ id: request.id } satisfies Answer)
    return
  }
  port.postMessage(await run(request))
})

const { serialize } = protocol
/** Names of the statements that are parsed. */
const prepared = new Set<string>()

async function run({ id, text, params, name, blob }: Request): Promise<Answer> {
  try {
    if (blob) await database.query(text, [], { blob: new Blob([new Uint8Array(blob)]) })
    else return { id, result: await (params ? ask(text, params, name) : tell(text)) }
    return { id }
  } catch (error) {
    const { message, code, constraint, table, severity } = error as Record<string, unknown>
    return {
      id,
      error: {
        message: String(message),
        code: String(code ?? 'XX000'),
        constraint: typeof constraint === 'string' ? constraint : undefined,
        table: typeof table === 'string' ? table : undefined,
        fatal: severity !== 'ERROR',
      },
    }
  }
}

/**
 * One statement in one go; PGlite's own `query` crosses into WASM for each message of it, and plans every time.
 *
 * Source: PostgreSQL 17, 53.2.3 Extended Query.
 */
const ask = (text: string, values: (string | null)[], name = '') =>
  database.runExclusive(() => {
    const frames = [
      serialize.bind({ statement: name, values }),
      serialize.describe({ type: 'P' }),
      serialize.execute({}),
      serialize.sync(),
    ]
    if (!prepared.has(name)) frames.unshift(serialize.parse({ name, text }))
    return send(frames, () => name && prepared.add(name))
  })

/** Statements without parameters, one after another. */
const tell = (text: string) => database.runExclusive(() => send([serialize.query(text)]))

/**
 * @param onParsed hears that a statement is parsed, which it stays when running it fails
 * @returns what the last statement answered
 * @throws the database's refusal
 */
async function send(frames: Uint8Array[], onParsed?: () => void): Promise<Result> {
  const answer = await database.execProtocol(Buffer.concat(frames), { throwOnError: false })
  let result: Result = { fields: [], rows: [], rowCount: 0 }
  let { fields, rows } = result
  let refusal: messages.BackendMessage | undefined
  for (const message of answer.messages) {
    switch (message.name) {
      case 'parseComplete':
        onParsed?.()
        break
      case 'rowDescription':
        fields = fieldsOf(message as messages.RowDescriptionMessage)
        break
      case 'dataRow':
        rows.push((message as messages.DataRowMessage).fields)
        break
      case 'commandComplete': {
        // `UPDATE 3`, `INSERT 0 3`, `SELECT 3`; others have no number.
        const [count] = /\d+$/.exec((message as messages.CommandCompleteMessage).text) ?? []
        result = { fields, rows, rowCount: Number(count ?? 0) }
        fields = []
        rows = []
        break
      }
      case 'error':
        refusal ??= message
    }
  }
  if (refusal) throw refusal
  return result
}

const fieldsOf = ({ fields }: messages.RowDescriptionMessage) =>
  fields.map(({ name, dataTypeID }) => ({ name, typeId: dataTypeID }))
