import { and, asc, eq, min, sql } from 'drizzle-orm'
import { db } from '../../../platform/db/client.ts'
import { textOf } from '../../../platform/errors.ts'
import type { HandlersOf } from '../../../platform/handler.ts'
import { byName } from '../../../rules/by-name.ts'
import { branch, capital, channel, shop } from '../../channels/table.ts'
import type { Contracts } from '../../endpoints.ts'
import { colleagues } from '../../identity/service/people-reach.ts'
import { orgUnit, sysUser } from '../../identity/table.ts'
import { shopScope } from '../../orders/service/data-scope.ts'
import { holdsPermission } from '../../orders/service/holders.ts'
import { closedWhy } from '../../orders/service/shop-door.ts'
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

  shops: async (_input, { actor, today }) => {
    const rows = await db()
      .select({ shop, branch, channel })
      .from(shop)
      .innerJoin(branch, eq(branch.id, shop.branchId))
      .innerJoin(channel, eq(channel.id, shop.channelId))
      .where(shopScope(actor))
      .orderBy(asc(shop.id))
      .limit(maxOptions)
    const choices = rows.map((places) => {
      const why = closedWhy(places, today)
      return {
        id: places.shop.id,
        name: places.shop.name,
        branchId: places.branch.id,
        branchName: places.branch.name,
        channelId: places.channel.id,
        channelName: places.channel.name,
        closed: why === undefined ? null : textOf(why),
      }
    })
    return choices.sort(byName)
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
          colleagues(actor),
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
