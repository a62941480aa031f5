import { db } from '../../platform/db/client.ts'
import { fakeMobile, fakeUscc } from '../../rules/made-up-numbers.ts'
import { enterprise } from '../enterprises/table.ts'
import { manufacturer, subsidyPolicy } from '../manufacturers/table.ts'
import { onlyRow } from './only-row.ts'
import { nameOf } from './people.ts'
import type { DemoTenant } from './tenants.ts'

/** The years of the demo, and of tests. */
const always = { firstDay: '2020-01-01', lastDay: '2099-12-31' }

/** A maker of cars that bears what the demo's products say, one that bears nothing, and a company of each kind. */
export async function seedPartners(tenant: DemoTenant): Promise<void> {
  const maker = onlyRow(
    await db()
      .insert(manufacturer)
      .values({
        code: 'OEM01',
        name: '示例主机厂',
        brands: [],
        interfaceState: 'live',
        keyTail: '8f21',
        contact: nameOf(920_000 + tenant.id),
        agreementTo: '2099-12-31',
        settleCycle: 'month',
      })
      .returning({ id: manufacturer.id }),
  )
  await db()
    .insert(manufacturer)
    .values([
      {
        code: 'OEM02',
        name: '示例新能源',
        brands: ['示例星'],
        interfaceState: 'testing',
        settleCycle: 'quarter',
      },
      { code: 'OEM03', name: '示例商用车', brands: ['示例途'], interfaceState: 'none', settleCycle: 'month' },
    ])
  const of = { manufacturerId: maker.id, ...always, terms: [12, 24, 36] }
  await db()
    .insert(subsidyPolicy)
    .values([
      { ...of, mode: 'full', rate: '0.0540', billedTo: 'manufacturer' },
      { ...of, mode: 'rate', rate: '0.0300', billedTo: 'manufacturer' },
      { ...of, mode: 'fixed', amount: '3000.00', billedTo: 'channel' },
    ])
  const row = tenant.id * 100 + 60
  await db()
    .insert(enterprise)
    .values(
      (
        [
          ['guarantor', '示例融资担保有限公司', ''],
          ['partner', '示例汽车服务有限公司', ''],
          ['insurer', '示例财产保险有限公司', 'DEMO1'],
          ['appraiser', '示例机动车评估有限公司', ''],
        ] as const
      ).map(([kind, name, insurer], at) => ({
        kind,
        name,
        insurer,
        uscc: fakeUscc(row + at),
        legalName: nameOf(930_000 + row + at),
        contactName: nameOf(940_000 + row + at),
        contactMobile: fakeMobile(940_000_000 + row + at),
        address: `示例路${row + at}号`,
      })),
    )
}
