import { inArray, isNull, or, type SQL } from 'drizzle-orm'
import type { Actor } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { orderScope } from '../../orders/service/data-scope.ts'
import { application } from '../../orders/table.ts'
import { enterprise } from '../table.ts'

/** Companies that somebody sees: all that are no customers, and of customers those of whom he sees an order. */
export function enterpriseScope(actor: Actor): SQL | undefined {
  const seen = orderScope(actor)
  return (
    seen &&
    or(
      isNull(enterprise.customerId),
      inArray(
        enterprise.customerId,
        db().select({ id: application.customerId }).from(application).where(seen),
      ),
    )
  )
}
