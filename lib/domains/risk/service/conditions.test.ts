import { db, inTenant } from '../../../platform/db/client.ts'
import { roleCodes } from '../../identity/rules/roles.ts'
import { preparingOrder } from '../../materials/service/testing.ts'
import { conditionCodes, followsDevices } from '../../orders/rules/risk-approval.ts'
import { newEvent } from '../../orders/service/testing.ts'
import { orderCondition } from '../../orders/table.ts'
import { orderOf } from '../../releases/service/testing.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { riskApproval } from '../contract/approval.ts'

/** 放款条件: risk control set them, and whose work it is says that they are met; never the side that profits. */

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend({ outbox: false })
}, 60_000)
afterAll(() => backend.close())

const meeters: Record<string, readonly string[]> = {
  consent: ['contract_clerk'],
  guarantor: ['contract_clerk'],
  co_lessee: ['contract_clerk'],
  down_payment: ['cashier'],
  insurance: ['material_clerk'],
  mortgage: ['material_clerk'],
  material: ['material_clerk'],
  other: [],
}

test('whoever may say that a condition is met follows from its kind', async () => {
  const { orderId } = await preparingOrder(backend, ['first_payment'])
  for (const code of conditionCodes.filter((one) => !followsDevices({ code: one }))) {
    const allowed: string[] = []
    for (const role of roleCodes) {
      const [condition] = await inTenant(1, () =>
        db().insert(orderCondition).values({ orderId, code, detail: role }).returning(),
      )
      const { rowVersion } = await orderOf(orderId)
      const { status } = await backend.as(role).send(riskApproval.meetCondition, {
        orderId,
        rowVersion,
        conditionId: condition?.id ?? 0,
        note: '已核实',
        eventId: newEvent(),
      })
      if (status === 200) allowed.push(role)
      else expect([role, code, status]).toEqual([role, code, 403])
    }
    expect([code, allowed]).toEqual([
      code,
      roleCodes.filter((role) => [...(meeters[code] ?? []), 'risk_officer', 'risk_manager'].includes(role)),
    ])
  }
}, 60_000)
