import { eq, inArray, or, sql } from 'drizzle-orm'
import { db } from '../../../platform/db/client.ts'
import { defineList } from '../../../platform/db/list.ts'
import { application } from '../../orders/table.ts'
import { vehicle } from '../../vehicles/table.ts'
import { archives as calls, type ItemRow } from '../contract.ts'
import { archive, archiveItem } from '../table.ts'
import { paperOf } from './archive-record.ts'
import { archiveSearch } from './search.ts'

/** 档案客户信息: papers of customers, one by one. */
export const itemList = defineList(calls.items, {
  table: archiveItem,
  scope: 'order',
  search: (q) =>
    or(
      archiveSearch(archiveItem.orderId)(q),
      inArray(
        archiveItem.archiveId,
        db()
          .select({ id: archive.id })
          .from(archive)
          .where(archiveSearch(archive.orderId, archive.archiveNo)(q)),
      ),
    ),
  rows: async (ids): Promise<ItemRow[]> => {
    const rows = await db()
      .select({
        item: archiveItem,
        archiveNo: archive.archiveNo,
        customerName: application.customerName,
        car: sql<string>`coalesce(${vehicle.plateNo}, concat_ws(' ', ${vehicle.brand}, ${vehicle.series}), '')`,
      })
      .from(archiveItem)
      .innerJoin(archive, eq(archive.id, archiveItem.archiveId))
      .innerJoin(application, eq(application.id, archiveItem.orderId))
      .leftJoin(vehicle, eq(vehicle.id, application.vehicleId))
      .where(inArray(archiveItem.id, ids))
    return rows.map(({ item, archiveNo, customerName, car }) => ({
      ...paperOf(archiveNo, item),
      id: item.id,
      archiveId: item.archiveId,
      orderId: item.orderId,
      archiveNo,
      customerName,
      vehicle: car,
      createdAt: item.createdAt,
    }))
  },
})
