import { sql } from 'drizzle-orm'
import { db } from '../../../platform/db/client.ts'
import { numberSeries } from '../../system/table.ts'

/**
 * The next number of a series of the tenant, from 1 and without gaps: the row stays locked until the transaction
 * ends, so a number that is not kept was never given.
 * @param count so many at once; the last of them is returned
 */
export async function nextNumber(name: string, count = 1): Promise<number> {
  const [row] = await db()
    .insert(numberSeries)
    .values({ name, last: count })
    .onConflictDoUpdate({
      target: [numberSeries.tenantId, numberSeries.name],
      set: { last: sql`${numberSeries.last} + ${count}` },
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

/** 还款流水号: RP, the business date, five digits, more where a day has more. One for each of `count`. */
export async function nextRepayNos(today: string, count: number): Promise<string[]> {
  const day = digits(today)
  const last = await nextNumber(`repayment:${day}`, count)
  return Array.from({ length: count }, (_, at) => `RP${day}${String(last - count + 1 + at).padStart(5, '0')}`)
}

/** 凭证号: 记, the month, four digits without a gap, more where a month has more. One for each of the dates. */
export async function nextVoucherNos(bizDates: readonly string[]): Promise<string[]> {
  const months = bizDates.map((date) => digits(date).slice(0, 6))
  const next = new Map<string, number>()
  // Whoever takes numbers of several months takes them in this order, so nobody waits crosswise.
  for (const month of [...new Set(months)].sort()) {
    const count = months.filter((one) => one === month).length
    next.set(month, (await nextNumber(`voucher:${month}`, count)) - count + 1)
  }
  return months.map((month) => {
    const number = next.get(month) ?? 0
    next.set(month, number + 1)
    return `记-${month}-${String(number).padStart(4, '0')}`
  })
}

/** 代扣任务号: DK, the business day, six digits. One for each of `count`. */
export async function nextDeductNos(day: string, count: number): Promise<string[]> {
  const last = await nextNumber(`deduct:${digits(day)}`, count)
  return Array.from({ length: count }, (_, at) => `DK${digits(day)}${sixDigits(last - count + 1 + at)}`)
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

/** 档案编号: DA, the year, six digits. */
export async function nextArchiveNo(today: string): Promise<string> {
  const year = today.slice(0, 4)
  return `DA${year}${sixDigits(await nextNumber(`archive:${year}`))}`
}

/** 邮寄单号: YJ, the business date, three digits, more where a day has more. */
export async function nextMailNo(today: string): Promise<string> {
  const day = digits(today)
  return `YJ${day}${String(await nextNumber(`archive_mail:${day}`)).padStart(3, '0')}`
}

/** 出库单号: CK, the business date, three digits, more where a day has more. */
export async function nextOutNo(today: string): Promise<string> {
  const day = digits(today)
  return `CK${day}${String(await nextNumber(`archive_outbound:${day}`)).padStart(3, '0')}`
}

/** 盘点单号: PD, the business date, two digits, more where a day has more. */
export async function nextTakeNo(today: string): Promise<string> {
  const day = digits(today)
  return `PD${day}${String(await nextNumber(`archive_take:${day}`)).padStart(2, '0')}`
}
