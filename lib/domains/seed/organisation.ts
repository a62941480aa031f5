import { eq } from 'drizzle-orm'
import { say } from '../../i18n/say.ts'
import { db } from '../../platform/db/client.ts'
import { addDays } from '../../rules/business-date.ts'
import { fakeMobile, fakeUscc } from '../../rules/made-up-numbers.ts'
import { branch, channel, shop } from '../channels/table.ts'
import { orgUnit } from '../identity/table.ts'
import { onlyRow } from './only-row.ts'
import { nameOf } from './people.ts'
import type { DemoTenant } from './tenants.ts'

type Unit = { id: number; path: string }

/** The places where users work, and the ids that orders name. */
export type Organisation = {
  headquarters: Unit
  region: Unit
  branches: { id: number; unit: Unit }[]
  /** Two a branch; the last has an agreement that ended and takes no new order. */
  shops: { id: number; unit: Unit; branchId: number; channelId: number; open: boolean }[]
  channels: { id: number }[]
}

/** Headquarters, one region, two branches with two shops each, two channels. */
export async function seedOrganisation(tenant: DemoTenant, today: string): Promise<Organisation> {
  const row = tenant.id * 100
  const headquarters = await addUnit(null, 'hq', '总部')
  const region = await addUnit(headquarters, 'region', '示例大区')
  const channels = [
    await addChannel(tenant, `CH${row + 1}`, '示例渠道甲', row + 1),
    await addChannel(tenant, `CH${row + 2}`, '示例渠道乙', row + 2),
  ]
  const branches: Organisation['branches'] = []
  const shops: Organisation['shops'] = []
  for (const [at, name] of ['示例一区', '示例二区'].entries()) {
    const unit = await addUnit(region, 'branch', name)
    const branchId = onlyRow(
      await db()
        .insert(branch)
        .values({
          orgUnitId: unit.id,
          name,
          region: [...tenant.region],
          address: `示例路${at + 1}号`,
          principal: nameOf(900_000 + row + at),
          principalMobile: fakeMobile(900_000_000 + row + at),
          businessScope: [...tenant.bizModes],
        })
        .returning({ id: branch.id }),
    ).id
    branches.push({ id: branchId, unit })
    for (const number of [2 * at + 1, 2 * at + 2]) {
      const channelId = channels[at]?.id ?? 0
      shops.push(await addShop(tenant, { unit, branchId, channelId, number, today }))
    }
  }
  return { headquarters, region, branches, shops, channels }
}

/** Adds a unit to the tree of organisations. */
export async function addUnit(parent: Unit | null, kind: string, name: string): Promise<Unit> {
  const { id } = onlyRow(
    await db()
      .insert(orgUnit)
      .values({ parentId: parent?.id ?? null, kind, name, path: '' })
      .returning({ id: orgUnit.id }),
  )
  const path = `${parent?.path ?? '/'}${id}/`
  await db().update(orgUnit).set({ path }).where(eq(orgUnit.id, id))
  return { id, path }
}

async function addChannel(tenant: DemoTenant, code: string, name: string, row: number) {
  const values = {
    code,
    name,
    uscc: fakeUscc(row),
    level: 'B',
    cities: [tenant.region[1]],
    coopFrom: '2024-01-01',
    coopTo: '2030-12-31',
    rebateRate: '0.0100',
    depositRequired: '50000.00',
    // All orders of a demo's month, which people and tests make, find room in it.
    quota: '500000000.00',
  }
  return onlyRow(await db().insert(channel).values(values).returning({ id: channel.id }))
}

type ShopPlace = { unit: Unit; branchId: number; channelId: number; number: number; today: string }

async function addShop(tenant: DemoTenant, { unit, branchId, channelId, number, today }: ShopPlace) {
  const row = tenant.id * 100 + 10 + number
  const open = number < 4
  const name = `示例车行${'一二三四'.charAt(number - 1)}店`
  const shopUnit = await addUnit(unit, 'shop', name)
  const values = {
    orgUnitId: shopUnit.id,
    shopNo: `S${String(row).padStart(6, '0')}`,
    name,
    kind: '4S',
    channelId,
    branchId,
    uscc: fakeUscc(row),
    legalName: nameOf(900_000 + row),
    contactName: nameOf(910_000 + row),
    contactMobile: fakeMobile(900_000_000 + row),
    region: [...tenant.region],
    address: `示例路${number + 10}号`,
    mainBrands: ['示例牌'],
    agreementTo: open ? '2030-12-31' : addDays(today, -30),
    rebateMode: '按比例',
    rebateValue: '0.0100',
    grade: 'B',
    status: open ? '已开通' : '暂停',
    stopReason: open ? null : say('openings.expired', { day: addDays(today, -30) }),
  }
  const { id } = onlyRow(await db().insert(shop).values(values).returning({ id: shop.id }))
  return { id, unit: shopUnit, branchId, channelId, open }
}
