import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { db, inTenant } from '../../../platform/db/client.ts'
import { application } from '../../orders/table.ts'
import type { ReadPdf } from './read-pdf.fixture.ts'

/** Everything that tests of contracts need. */

/** A PDF as a reader of PDFs finds it, in a process of its own: what reads here has not drawn it. */
export function readPdf(bytes: Uint8Array): ReadPdf {
  const home = mkdtempSync(join(tmpdir(), 'nlos-contracts-'))
  try {
    const file = join(home, 'read.pdf')
    writeFileSync(file, bytes)
    const script = join(import.meta.dirname, 'read-pdf.fixture.ts')
    return JSON.parse(execFileSync(process.execPath, [script, file], { encoding: 'utf8' }))
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

let last = 0

/** So many orders like one that is there. */
export const ordersLike = (orderId: number, count: number): Promise<number[]> =>
  inTenant(1, async () => {
    const [order] = await db().select().from(application).where(eq(application.id, orderId))
    if (!order) throw new Error('no order')
    const { id: _id, ...values } = order
    const ids: number[] = []
    // A statement takes 65,535 values.
    while (ids.length < count) {
      const length = Math.min(500, count - ids.length)
      const rows = await db()
        .insert(application)
        .values(Array.from({ length }, () => ({ ...values, orderNo: `${values.orderNo}L${++last}` })))
        .returning({ id: application.id })
      ids.push(...rows.map(({ id }) => id))
    }
    return ids
  })
