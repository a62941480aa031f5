import { and, desc, eq, inArray } from 'drizzle-orm'
import type { contractTemplates } from '../../contracts/contract-templates.ts'
import { fillContract, readContractText } from '../../rules/contract-text.ts'
import { db, inTenant } from '../db/client.ts'
import { application } from '../db/schema/applications.ts'
import { badInput } from '../errors.ts'
import type { SlowHandler } from '../handler.ts'
import { orderScope } from '../identity/data-scope.ts'
import { factsOfOrder } from './contract-facts.ts'
import { drawContract } from './draw-contract.ts'
import { requireReadable } from './templates.ts'

/** The text on a real order, as it would be printed; what the order lacks stays a line. */
export const previewTemplate: SlowHandler<typeof contractTemplates.preview> = {
  async prepare({ name, body, orderNo, code }, call) {
    requireReadable(body)
    const facts = await inTenant(call.tenantId, async () => {
      const [order] = await db()
        .select()
        .from(application)
        .where(
          and(
            orderScope(call.actor),
            orderNo === ''
              ? inArray(application.status, ['wait_sign', 'preparing', 'released'])
              : eq(application.orderNo, orderNo),
          ),
        )
        .orderBy(desc(application.createdAt))
        .limit(1)
      if (!order) throw badInput({ orderNo: orderNo === '' ? 'contracts.noOrder' : 'contracts.orderUnknown' })
      const { company, of } = await factsOfOrder(order, call, { hidden: true })
      return { company, ...of(1), orderNo: order.orderNo }
    })
    const contractNo = `${call.tenantCode.toUpperCase()}-${code}-${call.today.slice(0, 4)}-000000`
    const fields = { ...facts.fields, 合同编号: contractNo, 主合同编号: contractNo }
    const { blocks } = fillContract(readContractText(body).blocks, { ...facts, fields })
    const drawn = await drawContract(
      { title: name, contractNo, company: facts.company, blocks },
      call.now.toISOString(),
    )
    if ('lacking' in drawn)
      throw badInput({
        body: { key: 'contracts.lackingSigns', params: { signs: drawn.lacking.join('、'), title: name } },
      })
    const { bytes } = drawn
    return { run: async () => ({ mime: 'application/pdf', name: `${name}.pdf`, body: bytes }) }
  },
}
