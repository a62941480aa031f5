import { asc, eq, gt, inArray } from 'drizzle-orm'
import { asOwner, db, inTenant } from '../../../platform/db/client.ts'
import { type BookLine, correctionOf } from '../rules/books.ts'
import { dayOf } from '../rules/day.ts'
import { moneyOf } from '../rules/exact.ts'
import { foldLoan } from '../rules/fold.ts'
import { repaymentsOf } from '../rules/repayment.ts'
import { loanAccount, repayment, repayPlan } from '../table.ts'
import { type LoanRow, postedEntries } from './loan-entries.ts'
import { factsOf } from './loan-facts.ts'
import { loanColumns, planColumns } from './project-loan.ts'

/** 账务自证: every loan is folded from its facts and compared with what is stored and posted of it. */

export type Difference = {
  tenantId: number
  loanId: number
  loanNo: string
  what: string
  stored: string
  folded: string
}
export type BooksProof = { loans: number; entries: number; differences: Difference[] }

const chunk = 500

export async function checkBooks(): Promise<BooksProof> {
  const proof = noProof()
  for (const id of await everyTenant()) await checkTenant(id, proof)
  return proof
}

export const noProof = (): BooksProof => ({ loans: 0, entries: 0, differences: [] })

export async function everyTenant(): Promise<number[]> {
  const { rows } = await asOwner((connection) => connection.exec('SELECT nlos_tenants() AS id'))
  return (rows as { id: number }[]).map(({ id }) => id)
}

/** The loans of one tenant, in transactions of a few hundred. @param told how many loans were compared, after each */
export async function checkTenant(
  tenantId: number,
  proof: BooksProof,
  told: (loans: number) => Promise<void> = async () => undefined,
): Promise<void> {
  let after = 0
  for (;;) {
    const last = await inTenant(tenantId, () => checkChunk(tenantId, after, proof))
    if (last === null) return
    after = last
    await told(proof.loans)
  }
}

/** @returns the id of the last loan that was looked at; null where there was none */
async function checkChunk(tenantId: number, after: number, proof: BooksProof): Promise<number | null> {
  const loans = await db()
    .select()
    .from(loanAccount)
    .where(gt(loanAccount.id, after))
    .orderBy(asc(loanAccount.id))
    .limit(chunk)
  proof.loans += loans.length
  const { entries, differing } = await compareLoans(tenantId, loans)
  proof.entries += entries
  if (differing.size > 0) {
    // A fact that was booked in between has been read in part: held, each of them is as a whole.
    proof.differences.push(...(await checkLoans(tenantId, [...differing.keys()])))
  }
  return loans.at(-1)?.id ?? null
}

/** Compares these loans, which nobody changes until the transaction ends. */
export async function checkLoans(tenantId: number, ids: readonly number[]): Promise<Difference[]> {
  const held = await db()
    .select()
    .from(loanAccount)
    .where(inArray(loanAccount.id, [...ids]))
    .orderBy(asc(loanAccount.id))
    .for('update')
  return [...(await compareLoans(tenantId, held)).differing.values()].flat()
}

/** The differences by the id of their loan. */
async function compareLoans(
  tenantId: number,
  loans: readonly LoanRow[],
): Promise<{ entries: number; differing: Map<number, Difference[]> }> {
  const differing = new Map<number, Difference[]>()
  const facts = await factsOf(loans.map(({ id }) => id))
  const posted = await postedEntries(loans)
  let count = 0
  for (const loan of loans) {
    const say = (what: string, stored: string, folded: string) => {
      const own = differing.get(loan.id) ?? []
      differing.set(loan.id, [
        ...own,
        { tenantId, loanId: loan.id, loanNo: loan.loanNo, what, stored, folded },
      ])
    }
    const own = facts.get(loan.id)
    if (!loan.terms || !own) {
      say('facts', 'none', 'a release')
      continue
    }
    // A loan that was only released has its release in the books, and nothing that a day brought.
    const fold = foldLoan(loan.terms, own, dayOf(loan.foldedTo ?? loan.valueDate))
    const entries = loan.foldedTo === null ? fold.entries.filter(isRelease) : fold.entries
    const stands = posted.get(loan.id) ?? []
    count += stands.length
    const { mirror, post } = correctionOf(stands, entries, Number.NEGATIVE_INFINITY)
    for (const { of } of mirror) say(`posted ${of.key}`, linesText(of.lines), 'nothing')
    for (const entry of post) say(`entry ${entry.key}`, 'nothing', linesText(entry.lines))
    if (loan.foldedTo !== null) {
      compare(loan, loanColumns(fold), say)
      await compareRepayments(loan, repaymentsOf(fold, own), say)
      await comparePlan(loan, [...fold.voided, ...fold.instalments].map(planColumns), say)
    }
  }
  return { entries: count, differing }
}

const isRelease = ({ key }: { key: string }): boolean => /^E\d\d:1$/.test(key)

const linesText = (lines: readonly BookLine[]): string =>
  lines.map(({ account, fen }) => `${account} ${moneyOf(fen)}`).join(', ')

type Say = (what: string, stored: string, folded: string) => void

function compare(stored: object, folded: object, say: Say, of = ''): void {
  const row = stored as Record<string, unknown>
  for (const [name, value] of Object.entries(folded))
    if (row[name] !== value) say(`${of}${name}`, String(row[name]), String(value))
}

async function compareRepayments(
  { id }: LoanRow,
  folded: ReturnType<typeof repaymentsOf>,
  say: Say,
): Promise<void> {
  const stored = await db().select().from(repayment).where(eq(repayment.loanId, id))
  const known = new Map(stored.map((row) => [row.factNo, row]))
  for (const { fact, columns } of folded) {
    const row = known.get(fact.id)
    known.delete(fact.id)
    if (row) compare(row, { ...columns, amount: moneyOf(fact.amount) }, say, `repayment ${row.repayNo} `)
    else say(`repayment of fact ${fact.id}`, 'nothing', moneyOf(fact.amount))
  }
  for (const { repayNo, amount } of known.values()) say(`repayment ${repayNo}`, amount, 'nothing')
}

async function comparePlan({ id }: LoanRow, rows: ReturnType<typeof planColumns>[], say: Say): Promise<void> {
  const stored = await db().select().from(repayPlan).where(eq(repayPlan.loanId, id))
  const known = new Map(stored.map((row) => [`${row.planVersion} ${row.periodNo} ${row.kind}`, row]))
  for (const columns of rows) {
    const key = `${columns.planVersion} ${columns.periodNo} ${columns.kind}`
    const row = known.get(key)
    known.delete(key)
    if (row) compare(row, columns, say, `plan ${key} `)
    else say(`plan ${key}`, 'nothing', columns.amount)
  }
  for (const [key, { status, amount }] of known)
    if (status !== '已作废') say(`plan ${key}`, amount, 'nothing')
}
