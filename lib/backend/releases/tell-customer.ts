import { eq } from 'drizzle-orm'
import { zhCN } from '../../i18n/zh-cn.ts'
import { formatMoney } from '../../rules/money-text.ts'
import { entryOf } from '../applications/form-values.ts'
import type { Order } from '../applications/move-order.ts'
import type { Call } from '../context.ts'
import { db } from '../db/client.ts'
import { tenant } from '../db/schema/identity.ts'
import { isWired } from '../outside/wiring.ts'
import { chineseDay, peopleOf } from '../sms/offers.ts'
import { sendSms } from '../sms/records.ts'
import type { Payment } from './release-record.ts'

/**
 * T29: the customer hears that the money went and when he pays next. Where no texts are sent, or he has no number, the
 * release stands all the same.
 */
export async function tellCustomer(
  order: Order,
  { amount }: Payment,
  next: { dueDate: string; amount: string },
  call: Call,
): Promise<void> {
  const to = peopleOf(entryOf(order)).find(({ key }) => key === 'customer')
  if (!to || !isWired('sms')) return
  const [owner] = await db().select({ name: tenant.name }).from(tenant).where(eq(tenant.id, order.tenantId))
  const params = {
    ...{ company: owner?.name ?? '', name: to.name, orderNo: order.orderNo, amount: formatMoney(amount) },
    ...{ date: chineseDay(next.dueDate), due: formatMoney(next.amount) },
  }
  const { role, name, mobile } = to
  await sendSms(
    {
      orderId: order.id,
      kind: 'released',
      to: { role, name, mobile },
      text: zhCN('sms.texts.released', params),
      params,
    },
    call,
  )
}
