import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { numberSeries } from '../../domains/system/table.ts'
import { closeDatabase, db, inTenant, openDatabase } from './client.ts'

/** Writes rows one by one and says each after its commit. */
const writer = (dataDir: string) => `
  import { db, inTenant, openDatabase } from ${JSON.stringify(join(process.cwd(), 'lib/platform/db/client.ts'))}
  import { numberSeries } from ${JSON.stringify(join(process.cwd(), 'lib/domains/system/table.ts'))}
  await openDatabase({ databaseUrl: undefined, dataDir: ${JSON.stringify(dataDir)} })
  for (let n = 0; ; n++) {
    const name = process.pid + '-' + n
    await inTenant(1, () => db().insert(numberSeries).values({ name }))
    console.log(name)
  }`

test('kill -9 in the middle of writing loses no row that was acknowledged', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'nlos-crash-'))
  const acknowledged: string[] = []
  try {
    for (const kills of [40, 90, 25]) {
      const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', writer(dataDir)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const exited = once(child, 'exit')
      let count = 0
      for await (const line of createInterface({ input: child.stdout })) {
        acknowledged.push(line)
        if (++count === kills) child.kill('SIGKILL')
      }
      await exited
      expect(count).toBeGreaterThanOrEqual(kills)
    }
    await openDatabase({ databaseUrl: undefined, dataDir })
    const rows = await inTenant(1, () => db().select({ name: numberSeries.name }).from(numberSeries))
    const kept = new Set(rows.map(({ name }) => name))
    expect(acknowledged.filter((name) => !kept.has(name))).toEqual([])
    // At most one row a kill was committed and not said any more.
    expect(kept.size).toBeLessThanOrEqual(acknowledged.length + 3)
  } finally {
    await closeDatabase()
    rmSync(dataDir, { recursive: true, force: true })
  }
}, 120_000)
