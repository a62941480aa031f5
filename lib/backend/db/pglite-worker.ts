import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'

/**
 * PGlite in a thread of its own: in the main one a query would hold up every request for its whole length.
 * Values travel as text in both directions; db/values.ts on the other side knows their types.
 */

export type Request = {
  id: number
  text: string
  params: (string | null)[] | undefined
  /** What the text's COPY … FROM '/dev/blob' reads. */
  blob?: Uint8Array
}
/** A channel to listen to, whose payloads come as they are committed. */
export type Listen = { id: number; listen: string }
export type Heard = { heard: string }
export type Answer = {
  id: number
  result?: { fields: { name: string; typeId: number }[]; rows: (string | null)[][]; rowCount: number }
  error?: { message: string; code: string; constraint: string | undefined; table: string | undefined }
}

const port = parentPort
if (!port) throw new Error('The PGlite worker runs as a worker thread.')

const database = await PGlite.create({ dataDir: workerData.dataDir })
await database.exec("SET TimeZone TO 'UTC'")

/** Keeps every value as the text it came as. PGlite copies the table, so each type has to stand in it. */
const types = await database.query<{ oid: number }>('SELECT oid FROM pg_type')
const untouched = Object.fromEntries(types.rows.map(({ oid }) => [oid, (value: unknown) => value]))
const options = { rowMode: 'array', parsers: untouched, serializers: untouched } as {
  rowMode: 'array'
  parsers: Record<number, (text: string) => unknown>
  serializers: Record<number, (value: unknown) => string>
}
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

async function run({ id, text, params, blob }: Request): Promise<Answer> {
  try {
    const result = params
      ? await database.query<(string | null)[]>(
          text,
          params,
          blob ? { ...options, blob: new Blob([new Uint8Array(blob)]) } : options,
        )
      : (await database.exec(text, options)).at(-1)
    return {
      id,
      result: {
        fields: (result?.fields ?? []).map((field) => ({ name: field.name, typeId: field.dataTypeID })),
        rows: (result?.rows ?? []) as (string | null)[][],
        rowCount: result?.affectedRows || (result?.rows.length ?? 0),
      },
    }
  } catch (error) {
    const { message, code, constraint, table } = error as Record<string, unknown>
    return {
      id,
      error: {
        message: String(message),
        code: String(code ?? 'XX000'),
        constraint: typeof constraint === 'string' ? constraint : undefined,
        table: typeof table === 'string' ? table : undefined,
      },
    }
  }
}
