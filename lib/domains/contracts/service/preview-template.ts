import { and, desc, eq, exists, inArray, sql } from 'drizzle-orm'
import type { Call } from '../../../platform/context.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import { badInput } from '../../../platform/errors.ts'
import type { SlowHandler } from '../../../platform/handler.ts'
import { linkedPerson } from '../../customers/table.ts'
import { orderScope } from '../../orders/service/data-scope.ts'
import { application } from '../../orders/table.ts'
import type { contractTemplates } from '../contract/templates.ts'
import { type ContractCode, mainCodes } from '../rules/contract-kinds.ts'
import { fillContract, readContractText } from '../rules/contract-text.ts'
import { factsOfOrder } from './contract-facts.ts'
import { drawContract, signsText } from './draw-contract.ts'
import { requireReadable } from './templates.ts'

/** The text on a real order, as it would be printed; what the order lacks stays a line. */
export const previewTemplate: SlowHandler<typeof contractTemplates.preview> = {
  async prepare({ name, body, orderNo, code }, call) {
    requireReadable(body)
    const facts = await inTenant(call.tenantId, async () => {
      const order = await (orderNo === '' ? newestFor(code, call) : orderOf(orderNo, call))
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
      call.tenantId,
    )
    if ('lacking' in drawn)
      throw badInput({
        body: { key: 'contracts.lackingSigns', params: { signs: signsText(drawn.lacking), title: name } },
      })
    const { bytes } = drawn
    return { run: async () => ({ mime: 'application/pdf', name: `${name}.pdf`, body: bytes }) }
  },
}

async function orderOf(orderNo: string, { actor }: Call) {
  const [order] = await db()
    .select()
    .from(application)
    .where(and(orderScope(actor), eq(application.orderNo, orderNo)))
  return order
}

/** Of so many orders that were approved last, the first that a contract of this kind is made for. */
const mostLookedAt = 500

async function newestFor(code: ContractCode, { actor }: Call) {
  const newest = db()
    .select({ id: application.id })
    .from(application)
    .where(and(orderScope(actor), inArray(application.status, ['wait_sign', 'preparing', 'released'])))
    .orderBy(desc(application.createdAt))
    .limit(mostLookedAt)
  const modes = Object.keys(mainCodes).filter((mode) => mainCodes[mode] === code)
  const fits =
    code === 'BZ'
      ? exists(
          db()
            .select({ id: linkedPerson.id })
            .from(linkedPerson)
            .where(and(eq(linkedPerson.applicationId, application.id), eq(linkedPerson.role, 'guarantor'))),
        )
      : modes.length > 0
        ? inArray(application.bizMode, modes)
        : sql`true`
  const [order] = await db()
    .select()
    .from(application)
    .where(inArray(application.id, newest))
    .orderBy(desc(sql`(${fits})`), desc(application.createdAt))
    .limit(1)
  return order
}
