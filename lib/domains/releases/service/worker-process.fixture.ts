import { openDatabase } from '../../../platform/db/client.ts'
import { wirePorts } from '../../../platform/outside/wiring.ts'
import { sendOutbox } from '../../../platform/outside/worker.ts'

/** A process that sends payments and handles what the bank answers, until it is killed. */

export type WorkerOptions = { databaseUrl: string; dataDir: string; url: string; key: string }

const { databaseUrl, dataDir, url, key }: WorkerOptions = JSON.parse(process.argv[2] ?? '')
await openDatabase({ databaseUrl, dataDir })
wirePorts({ payment: { url: new URL(url), key } })
sendOutbox()
