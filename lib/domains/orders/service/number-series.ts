import { sql } from 'drizzle-orm'
import { db } from '../../../platform/db/client.ts'
import { numberSeries } from '../../system/table.ts'

/**
 * The next number of a series of the tenant, from 1 and without gaps: the row stays locked until the transaction
 * ends, so a number that is not kept was never given.
 */
export async function nextNumber(name: string): Promise<number> {
  const [row] = await db()
    .insert(numberSeries)
    .values({ name, last: 1 })
    .onConflictDoUpdate({
      target: [numberSeries.tenantId, numberSeries.name],
      set: { last: sql`${numberSeries.last} + 1` },
    })
    .returning({ last: numberSeries.last })
  if (!row) throw new Error(`no number in series ${name}`)
  return row.last
}

const digits = (date: string) => date.replaceAll('-', '')
const sixDigits = (n: number) => String(n).padStart(6, '0')

/** 订单编号: tenant code, business date, six digits that start again each day. */
export async function nextOrderNo(tenantCode: string, today: string): Promise<string> {
  const day = digits(today)
  return `${tenantCode.toUpperCase()}${day}${sixDigits(await nextNumber(`order:${day}`))}`
}

/** 客户编号: K, the business date as yyMMdd, six digits. */
export async function nextCustomerNo(today: string): Promise<string> {
  const day = digits(today)
  return `K${day.slice(2)}${sixDigits(await nextNumber(`customer:${day}`))}`
}

/** 投诉编号: TS, the business date, five digits. */
export async function nextComplaintNo(today: string): Promise<string> {
  const day = digits(today)
  return `TS${day}${String(await nextNumber(`complaint:${day}`)).padStart(5, '0')}`
}

/** 短信编号: SMS, the business date, six digits. */
export async function nextSmsNo(today: string): Promise<string> {
  const day = digits(today)
  return `SMS${day}${sixDigits(await nextNumber(`sms:${day}`))}`
}

/** 面签房间号: V, the business date, three digits, more where a day has more. */
export async function nextRoomNo(today: string): Promise<string> {
  const day = digits(today)
  return `V${day}${String(await nextNumber(`interview:${day}`)).padStart(3, '0')}`
}

/** 尽调编号: DD, the business date, two digits, more where a day has more. */
export async function nextDiligenceNo(today: string): Promise<string> {
  const day = digits(today)
  return `DD${day}${String(await nextNumber(`diligence:${day}`)).padStart(2, '0')}`
}

/** 放款单号: PAY, the business date, five digits. */
export async function nextPayNo(today: string): Promise<string> {
  const day = digits(today)
  return `PAY${day}${String(await nextNumber(`payment:${day}`)).padStart(5, '0')}`
}

/** 付款文件: FK, the business date, three digits, more where a day has more. */
export async function nextPaymentFileNo(today: string): Promise<string> {
  const day = digits(today)
  return `FK${day}${String(await nextNumber(`payment_file:${day}`)).padStart(3, '0')}`
}

/** 借据号: L, the value date, six digits. */
export async function nextLoanNo(valueDate: string): Promise<string> {
  const day = digits(valueDate)
  return `L${day}${sixDigits(await nextNumber(`loan:${day}`))}`
}

/** 还款流水号: RP, the business date, five digits, more where a day has more. */
export async function nextRepayNo(today: string): Promise<string> {
  const day = digits(today)
  return `RP${day}${String(await nextNumber(`repayment:${day}`)).padStart(5, '0')}`
}

/** 凭证号: 记, the month, four digits without a gap, more where a month has more. */
export async function nextVoucherNo(bizDate: string): Promise<string> {
  const month = digits(bizDate).slice(0, 6)
  return `记-${month}-${String(await nextNumber(`voucher:${month}`)).padStart(4, '0')}`
}

/** 结清申请编号: JQ, the business date, five digits. */
export async function nextSettlementNo(today: string): Promise<string> {
  const day = digits(today)
  return `JQ${day}${String(await nextNumber(`settlement:${day}`)).padStart(5, '0')}`
}

/** 结清证明编号: JQZM, the business date, five digits. */
export async function nextSettleProofNo(today: string): Promise<string> {
  const day = digits(today)
  return `JQZM${day}${String(await nextNumber(`settle_proof:${day}`)).padStart(5, '0')}`
}
