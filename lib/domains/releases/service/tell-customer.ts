import { eq } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import type { Call } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { isWired } from '../../../platform/outside/wiring.ts'
import { sum } from '../../../rules/money.ts'
import { formatMoney } from '../../../rules/money-text.ts'
import { tenant } from '../../identity/table.ts'
import { entryOf } from '../../orders/service/form-values.ts'
import type { Order } from '../../orders/service/move-order.ts'
import { chineseDay, peopleOf } from '../../sms/service/offers.ts'
import { sendSms } from '../../sms/service/records.ts'
import type { Payment } from './release-record.ts'

/** 2029-12-05 as 2029年12月5日: of a day years ahead. */
const dayOfYear = (date: string) => `${date.slice(0, 4)}年${chineseDay(date)}`

type Due = { dueDate: string; amount: string }

/**
 * T29: the customer hears that the money went and by which plan he pays it back. Where no texts are sent, or he has no number, the
 * release stands all the same.
 */
export async function tellCustomer(
  order: Order,
  { amount }: Payment,
  { next, rows }: { next: Due; rows: readonly Due[] },
  call: Call,
): Promise<void> {
  const to = peopleOf(entryOf(order)).find(({ key }) => key === 'customer')
  if (!to || !isWired('sms')) return
  const [owner] = await db().select({ name: tenant.name }).from(tenant).where(eq(tenant.id, order.tenantId))
  const params = {
    company: owner?.name ?? '',
    name: to.name,
    orderNo: order.orderNo,
    amount: formatMoney(amount),
    date: chineseDay(next.dueDate),
    due: formatMoney(next.amount),
    count: String(rows.length),
    last: formatMoney(rows.at(-1)?.amount ?? '0'),
    lastDate: dayOfYear(rows.at(-1)?.dueDate ?? ''),
    total: formatMoney(sum(rows.map((row) => row.amount))),
  }
  const { role, name, mobile } = to
  await sendSms(
    {
      orderId: order.id,
      kind: 'released',
      to: { role, name, mobile },
      text: say('sms.texts.released', params),
      params,
    },
    call,
  )
}
