import { inArray, or, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { db } from '../../../platform/db/client.ts'
import { textIn } from '../../../platform/db/list-conditions.ts'
import { application } from '../../orders/table.ts'
import { readCode } from '../rules/papers.ts'

/** A search by what stands on a file or its order; the scanned label of a paper finds its file. */
export const archiveSearch =
  (orderId: PgColumn, ...columns: PgColumn[]) =>
  (text: string): SQL | undefined => {
    const wanted = readCode(text)?.archiveNo ?? text
    const orders = db()
      .select({ id: application.id })
      .from(application)
      .where(textIn(application.orderNo, application.customerName)(wanted))
    return or(textIn(...columns)(wanted), inArray(orderId, orders))
  }
