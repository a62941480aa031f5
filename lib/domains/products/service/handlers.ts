import { and, asc, eq, min, or, sql } from 'drizzle-orm'
import { db } from '../../../platform/db/client.ts'
import type { HandlersOf } from '../../../platform/handler.ts'
import { byName } from '../../../rules/by-name.ts'
import { branch, capital, channel, shop } from '../../channels/table.ts'
import type { Contracts } from '../../endpoints.ts'
import { orgUnit, sysUser } from '../../identity/table.ts'
import { shopScope } from '../../orders/service/data-scope.ts'
import { holdsPermission } from '../../orders/service/holders.ts'
import { vehicleModel } from '../../vehicles/table.ts'
import { addFee, feeList, stopFee } from './fees.ts'
import { productsOnOffer } from './product-terms.ts'
import { removeResidual, residualList, saveResidual } from './residuals.ts'
import { readTemplates } from './templates.ts'
import {
  discardDraft,
  productList,
  publishProduct,
  readChoices,
  readVersion,
  reviseProduct,
  saveProduct,
  stopProduct,
} from './versions.ts'

/** A choice list is for choosing, not for reading the whole company; longer ones are searched by name elsewhere. */
const maxOptions = 1_000

export const productHandlers: HandlersOf<Contracts['products']> = {
  list: productList.page,
  get: readVersion,
  choices: readChoices,
  save: saveProduct,
  revise: reviseProduct,
  publish: publishProduct,
  stop: stopProduct,
  discard: discardDraft,
  templates: readTemplates,
  residuals: residualList.page,
  saveResidual,
  removeResidual,
  fees: feeList.page,
  addFee,
  stopFee,

  options: (_input, { today }) => productsOnOffer(today),

  shops: async (_input, { actor }) => {
    const rows = await db()
      .select({
        id: shop.id,
        name: shop.name,
        branchId: branch.id,
        branchName: branch.name,
        channelId: channel.id,
        channelName: channel.name,
        open: sql<boolean>`${shop.status} = '已开通'`,
      })
      .from(shop)
      .innerJoin(branch, eq(branch.id, shop.branchId))
      .innerJoin(channel, eq(channel.id, shop.channelId))
      .where(shopScope(actor))
      .orderBy(asc(shop.id))
      .limit(maxOptions)
    return rows.sort(byName)
  },

  staff: async ({ permission, shopId }, { actor }) => {
    const rows = await db()
      .select({ id: sysUser.id, name: sysUser.name, account: sysUser.account })
      .from(sysUser)
      .innerJoin(orgUnit, eq(orgUnit.id, sysUser.orgUnitId))
      .leftJoin(shop, eq(shop.orgUnitId, sysUser.orgUnitId))
      .where(
        and(
          eq(sysUser.status, '正常'),
          permission ? holdsPermission(permission) : undefined,
          shopId ? eq(shop.id, shopId) : undefined,
          actor.dataScope === 'all' && actor.shopId === null
            ? undefined
            : or(sql`starts_with(${orgUnit.path}, ${actor.orgPath})`, eq(sysUser.id, actor.id)),
        ),
      )
      .orderBy(asc(sysUser.id))
      .limit(maxOptions)
    return rows.sort(byName)
  },

  vehicles: async ({ brand, series, text }) => {
    const { brand: brands, series: ofBrand, model: ofSeries } = vehicleModel
    const name = brand === undefined ? brands : series === undefined ? ofBrand : ofSeries
    const rows = await db()
      .select({ name })
      .from(vehicleModel)
      .where(
        and(
          brand === undefined ? undefined : eq(brands, brand),
          brand === undefined || series === undefined ? undefined : eq(ofBrand, series),
          text ? sql`strpos(lower(${name}), lower(${text})) > 0` : undefined,
        ),
      )
      .groupBy(name)
      .orderBy(min(vehicleModel.id))
      .limit(maxOptions)
    return rows.map((row) => row.name)
  },

  capitals: async () => {
    const rows = await db()
      .select({ id: capital.id, name: capital.name })
      .from(capital)
      .where(eq(capital.status, '启用'))
      .orderBy(asc(capital.id))
      .limit(maxOptions)
    return rows.sort(byName)
  },
}
