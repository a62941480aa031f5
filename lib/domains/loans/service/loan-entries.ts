import { sql } from 'drizzle-orm'
import type { By } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { isOneOf } from '../../../platform/db/read-many.ts'
import type { GlAccount, GlEvent } from '../../ledger/rules/ledger.ts'
import { postAll, type Voucher } from '../../ledger/service/post.ts'
import { type BookEntry, correctionOf, type PostedEntry, voucherOf } from '../rules/books.ts'
import { type Day, dayOf } from '../rules/day.ts'
import type { loanAccount } from '../table.ts'

/** Everything that is posted of loans, as entries of their folds, and what brings it to what their facts say. */

export type LoanRow = typeof loanAccount.$inferSelect

/** A release is posted by its 放款单; all else by its loan, which says the entry. The release is a loan's first fact. */
export const releaseFact = 1

type Posted = [
  voucherId: number,
  event: GlEvent,
  bizDate: string,
  refType: string,
  refId: number,
  entryKey: string | null,
  lines: [account: GlAccount, fen: number][],
]

/**
 * Everything that stands of each loan: neither a mirror nor mirrored. By the ids of the loans. All of it travels as one
 * text.
 */
export async function postedEntries(loans: readonly LoanRow[]): Promise<Map<number, PostedEntry[]>> {
  const byLoan = new Map(loans.map(({ id }) => [id, [] as PostedEntry[]]))
  if (loans.length === 0) return byLoan
  const loanOf = new Map(loans.map(({ id, disbursementId }) => [disbursementId, id]))
  // Every voucher of a loan is one of its order, and has an index by that.
  const { rows } = await db().execute<{ posted: Posted[] | null }>(sql`
    select json_agg(json_build_array(v.id, v.event, v.biz_date, v.ref_type, v.ref_id, v.entry_key, (
      select json_agg(json_build_array(l.account_code, ((l.debit - l.credit) * 100)::bigint) order by l.id)
      from gl_line l where l.tenant_id = v.tenant_id and l.voucher_id = v.id)) order by v.id) as posted
    from gl_voucher v
    where v.tenant_id = nlos_tenant()
      and ${isOneOf(
        sql`v.order_id`,
        loans.map(({ orderId }) => orderId),
      )}
      and ((v.ref_type = 'loan' and ${isOneOf(sql`v.ref_id`, [...byLoan.keys()])})
        or (v.ref_type = 'disbursement' and ${isOneOf(sql`v.ref_id`, [...loanOf.keys()])}))
      and not exists (select from gl_voucher m where m.tenant_id = v.tenant_id and m.reversed_of = v.id)`)
  for (const [voucherId, event, bizDate, refType, refId, entryKey, lines] of rows[0]?.posted ?? []) {
    const loanId = refType === 'loan' ? refId : loanOf.get(refId)
    byLoan.get(loanId ?? 0)?.push({
      voucherId,
      key: entryKey ?? `${event}:${releaseFact}`,
      event,
      day: dayOf(bizDate),
      fact: refType === 'loan' ? null : releaseFact,
      lines: lines.map(([account, fen]) => ({ account, fen })),
    })
  }
  return byLoan
}

/**
 * Posts what the facts say and the books have not, and mirrors what no longer follows.
 * @param openFrom the first day of the open period
 */
export async function correctBooks(
  folded: readonly { loan: LoanRow; entries: readonly BookEntry[] }[],
  openFrom: Day,
  by: By,
): Promise<void> {
  const posted = await postedEntries(folded.map(({ loan }) => loan))
  const mirrors: Voucher[] = []
  const added: { loan: LoanRow; entries: readonly BookEntry[] }[] = []
  for (const { loan, entries } of folded) {
    const { mirror, post } = correctionOf(posted.get(loan.id) ?? [], entries, openFrom)
    for (const { of, entry } of mirror) {
      const { bizDate, ...posting } = voucherOf(entry)
      const source = { ...ofLoan(loan), refType: 'voucher' as const, refId: of.voucherId, bizDate }
      mirrors.push({ posting, source, reversedOf: of.voucherId })
    }
    if (post.length > 0) added.push({ loan, entries: post })
  }
  await postAll([...mirrors, ...(await vouchersOf(added))], by)
}

/** Posts entries that none of the loans has in its books yet. */
export async function postEntries(
  added: readonly { loan: LoanRow; entries: readonly BookEntry[] }[],
  by: By,
): Promise<void> {
  await postAll(await vouchersOf(added.filter(({ entries }) => entries.length > 0)), by)
}

const ofLoan = ({ id, orderId }: LoanRow) => ({ orderId, loanId: id })

async function vouchersOf(
  added: readonly { loan: LoanRow; entries: readonly BookEntry[] }[],
): Promise<Voucher[]> {
  const times = await timesPosted(added)
  return added.flatMap(({ loan, entries }) =>
    entries.map((entry): Voucher => {
      const { bizDate, ...posting } = voucherOf(entry)
      const entryNo = (times.get(`${loan.id} ${entry.key}`) ?? 0) + 1
      const which = { refType: 'loan' as const, refId: loan.id, entryKey: entry.key, entryNo }
      return { posting, source: { ...ofLoan(loan), ...which, bizDate } }
    }),
  )
}

/** The number of times that each of the entries was posted, mirrored or not. */
async function timesPosted(
  added: readonly { loan: LoanRow; entries: readonly BookEntry[] }[],
): Promise<Map<string, number>> {
  const wanted = added.flatMap(({ loan, entries }) => entries.map(({ key }) => ({ id: loan.id, key })))
  if (wanted.length === 0) return new Map()
  const { rows } = await db().execute<{ id: number; key: string; times: number }>(sql`
    select v.ref_id as id, v.entry_key as key, count(*)::int as times
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as wanted(id bigint, key text)
    join gl_voucher v on v.ref_id = wanted.id and v.entry_key = wanted.key
    where v.tenant_id = nlos_tenant()
    group by v.ref_id, v.entry_key`)
  return new Map(rows.map(({ id, key, times }) => [`${id} ${key}`, times]))
}
