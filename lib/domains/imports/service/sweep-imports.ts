import { and, eq, lt, sql } from 'drizzle-orm'
import { db } from '../../../platform/db/client.ts'
import { defineJob } from '../../../platform/jobs/jobs.ts'
import { rowImport } from '../table.ts'

/** Files that nobody imported within so many days are forgotten: their rows are whole numbers of persons. */
const keptDays = 7

export const sweepImports = defineJob({
  name: 'imports.sweep',
  schedule: '50 3 * * *',
  run: (_data, { step }) =>
    step(async () => {
      const longAgo = sql`now() - make_interval(days => ${keptDays})`
      await db()
        .delete(rowImport)
        .where(and(eq(rowImport.state, '已读取'), lt(rowImport.createdAt, longAgo)))
    }),
})
