import { and, eq } from 'drizzle-orm'
import type { Call } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { badInput, type FieldMessage } from '../../../platform/errors.ts'
import { shop } from '../../channels/table.ts'
import { colleagues } from '../../identity/service/people-reach.ts'
import { orgUnit, sysUser } from '../../identity/table.ts'
import type { ProductTerms } from '../../products/contract.ts'
import { findProductTerms } from '../../products/service/product-terms.ts'
import type { IntakeValues } from '../rules/entry/intake.ts'
import { shopScope } from './data-scope.ts'
import type { Order } from './move-order.ts'
import { findDoor, outsideScope } from './shop-door.ts'

/**
 * Everything that an intake names by id, found in the caller's tenant and scope: never taken from the browser as it is.
 */
export type IntakePlace = {
  shopId: number
  branchId: number
  channelId: number
  salesmanId: number
  product: ProductTerms | null
}

const idOf = (text: string) => (/^[1-9]\d{0,15}$/.test(text) ? Number(text) : 0)

/** @throws 400 at the field for a shop that is closed or outside the scope, a stranger, a product not on offer */
export async function findPlace(
  { shop: place, intent }: IntakeValues,
  call: Call,
  order?: Order,
): Promise<IntakePlace> {
  const fields: Record<string, FieldMessage> = {}
  const found = await findDoor(and(eq(shop.id, idOf(place.shopId)), shopScope(call.actor)), call)
  if (!found) fields['shop.shopId'] = 'refusals.shopOutsideScope'
  else if (found.closed) fields['shop.shopId'] = found.closed
  const salesmanId = await findSalesman(idOf(place.salesmanId), call)
  if (!salesmanId) fields['shop.salesmanId'] = 'refusals.salesmanOutsideScope'
  const product = intent.productId === '' ? null : await findProductTerms(idOf(intent.productId), call.today)
  if (product === undefined || (product && !product.offered)) {
    fields['intent.productId'] = 'refusals.productNotOffered'
  }
  // An order keeps its product in its branch, whatever that one's 业务范围 became; a draft is judged when it is submitted.
  const keeps = found?.branchId === order?.branchId && product?.id === order?.productId
  const outside = found && product && !keeps ? outsideScope(found.branch, product.bizMode) : undefined
  if (outside) fields['intent.productId'] ??= outside
  if (!found || !salesmanId || Object.keys(fields).length > 0) throw badInput(fields)
  const { shopId, branchId, channelId } = found
  return { shopId, branchId, channelId, salesmanId, product: product ?? null }
}

async function findSalesman(userId: number, { actor }: Call): Promise<number | undefined> {
  const [row] = await db()
    .select({ id: sysUser.id })
    .from(sysUser)
    .innerJoin(orgUnit, eq(orgUnit.id, sysUser.orgUnitId))
    .where(and(eq(sysUser.id, userId), eq(sysUser.status, '正常'), colleagues(actor)))
  return row?.id
}
