import { randomUUID } from 'node:crypto'
import { db, openDatabase } from '../db/client.ts'
import { numberSeries } from '../db/schema/system.ts'
import { answers } from './answers.ts'
import { wirePorts } from './wiring.ts'
import { sendOutbox } from './worker.ts'

/** A process that sends what is in the outbox until it is killed, and leaves a row for each answer that it handled. */

export type WorkerOptions = { databaseUrl: string; dataDir: string; url: string; key: string }

const { databaseUrl, dataDir, url, key }: WorkerOptions = JSON.parse(process.argv[2] ?? '')
await openDatabase({ databaseUrl, dataDir })
wirePorts({ timestamp: { url: new URL(url), key } })
answers.collectCode.done = async (_answer, { id }) => {
  await db()
    .insert(numberSeries)
    .values({ name: `${id} ${randomUUID()}` })
}
sendOutbox()
