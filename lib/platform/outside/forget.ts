import { and, isNotNull, isNull, lt, not, sql } from 'drizzle-orm'
import { disbursement } from '../../domains/releases/table.ts'
import { db } from '../db/client.ts'
import { defineJob } from '../jobs/jobs.ts'
import { deadDays } from './rules/outside.ts'
import { outsideCall } from './table.ts'

/** Money that may have gone: until its bank has said, it can be asked about again, however long that takes. */
const isPaying = sql`(${outsideCall.aboutType} is not distinct from 'payment' and exists (select from ${disbursement}
  where ${disbursement.tenantId} = ${outsideCall.tenantId} and ${disbursement.id} = ${outsideCall.aboutId}
    and ${disbursement.status} = '付款中')
  or ${outsideCall.aboutType} is not distinct from 'deduct' and exists (select from deduct_task d
    where d.tenant_id = ${outsideCall.tenantId} and d.id = ${outsideCall.aboutId} and d.status = '处理中'))`

/** Dead letters that nobody sent again in time: what they asked is personal data, and is not kept for nothing. */
export const forgetDeadLetters = defineJob({
  name: 'outside.forget',
  schedule: '30 3 * * *',
  run: (_data, { step }) =>
    step(async () => {
      const before = sql`now() - make_interval(days => ${deadDays})`
      await db()
        .update(outsideCall)
        .set({ request: null })
        .where(
          and(
            ...[isNotNull(outsideCall.request), isNull(outsideCall.nextAt)],
            ...[lt(outsideCall.answeredAt, before), not(isPaying)],
          ),
        )
    }),
})
