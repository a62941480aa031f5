import { getTableColumns, getTableName } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Connection } from '../../../platform/db/engine.ts'
import { customer } from '../../customers/table.ts'
import { deductTask } from '../../deductions/table.ts'
import { firstPayment } from '../../first-payments/table.ts'
import { capitalFlow } from '../../funders/table.ts'
import { glLine, glVoucher } from '../../ledger/table.ts'
import { loanAccount, loanFact, repayment, repayPlan } from '../../loans/table.ts'
import { application } from '../../orders/table.ts'
import { relationKey } from '../../relations/table.ts'
import { disbursement } from '../../releases/table.ts'
import { withBareTables, withoutRowSecurity } from '../../seed/bare-tables.ts'
import { personOf } from '../../seed/people.ts'
import { overdueDaily } from '../table.ts'

/**
 * A portfolio of hundreds of thousands of loans: those that the engine has made, written again and again for other
 * customers, with everything that stands of them. A fold asks neither who borrows nor which number a row has, so each
 * copy is what the engine would have made of it.
 */

/** Of all copies those of loans that are overdue (domain.md 5.5, on the safe side of its 7 %). */
const overdueShare = 0.08
/** Copies that are written with one statement a table. */
const atOnce = 5_000
/** Rows of persons that nobody else of the demo is. */
const firstPerson = 100_000_000

/** A number of a series: a head with its date, and digits that go on where the series is. */
type Numbered = { column: string; head: string; series: string; digits: number }

type Copied = {
  table: PgTable
  /** By which id of its loan a row is found, and where the row has that. */
  of: readonly [key: 'customer_id' | 'order_id' | 'loan_id' | 'disbursement_id', value: string]
  /** Everything else that has to be read for that. */
  join?: string
  numbered?: Numbered
  /** Columns beside `id` that name rows which are copied too. */
  ids?: readonly string[]
  /** Columns that are another text or record in a copy, as SQL of the copy `c` and the row `t`. */
  other?: Readonly<Record<string, string>>
}

const daily = (column: string, series: string, letters: number, digits: number): Numbered => ({
  column,
  head: `left(t.${column}, ${letters + 8})`,
  series: `'${series}:' || right(head, 8)`,
  digits,
})

const ofLoan = ['loan_id', 't.loan_id'] as const
const person = { id_no: 'c.id_no', mobile: 'c.mobile' }
const thirdNo = "'DEMO' || (t.loan_id + c.n * c.stride) || '-' || t.fact_no"
const shiftedEvent = `split_part(t.event_id, ':', 1) || ':' || (split_part(t.event_id, ':', 2)::bigint + c.n * c.stride)
  || CASE split_part(t.event_id, ':', 3) WHEN '' THEN '' ELSE ':' || split_part(t.event_id, ':', 3) END`

const copies: readonly Copied[] = [
  {
    table: customer,
    of: ['customer_id', 't.id'],
    numbered: {
      column: 'customer_no',
      head: 'left(t.customer_no, 7)',
      series: "'customer:20' || right(head, 6)",
      digits: 6,
    },
    other: { name: 'c.name', ...person },
  },
  {
    table: application,
    of: ['order_id', 't.id'],
    numbered: {
      column: 'order_no',
      head: 'left(t.order_no, -6)',
      series: "'order:' || right(head, 8)",
      digits: 6,
    },
    ids: ['customer_id'],
    other: { customer_name: 'c.name', ...person },
  },
  {
    // By what is the copy's own: a card or a car that thousands share would tie them all together.
    table: relationKey,
    of: ['order_id', 't.order_id'],
    join: 'JOIN application a ON a.tenant_id = t.tenant_id AND a.id = t.order_id AND t.value IN (a.id_no, a.mobile)',
    ids: ['order_id'],
    other: {
      value: "CASE t.kind WHEN 'idNo' THEN c.id_no ELSE c.mobile END",
      holders: "jsonb_build_array(jsonb_build_object('role', 'customer', 'name', c.name))",
    },
  },
  {
    table: firstPayment,
    of: ['order_id', 't.order_id'],
    ids: ['order_id'],
    other: { reference: "t.reference || '-' || c.n" },
  },
  {
    table: disbursement,
    of: ['disbursement_id', 't.id'],
    numbered: daily('pay_no', 'payment', 3, 5),
    ids: ['order_id'],
    other: { bank_reference: "t.bank_reference || '-' || c.n" },
  },
  {
    table: loanAccount,
    of: ['loan_id', 't.id'],
    numbered: daily('loan_no', 'loan', 1, 6),
    ids: ['order_id', 'disbursement_id', 'customer_id'],
  },
  {
    table: loanFact,
    of: ofLoan,
    ids: ['loan_id'],
    other: {
      event_id: shiftedEvent,
      details: `CASE WHEN t.details ? 'source' THEN jsonb_set(t.details, '{source}', t.details -> 'source'
        || jsonb_build_object('thirdNo', ${thirdNo}, 'payerName', c.name)) ELSE t.details END`,
    },
  },
  { table: repayPlan, of: ofLoan, ids: ['loan_id'] },
  {
    table: repayment,
    of: ofLoan,
    numbered: daily('repay_no', 'repayment', 2, 5),
    ids: ['loan_id', 'order_id'],
    other: { third_no: thirdNo, payer_name: 'c.name' },
  },
  { table: overdueDaily, of: ofLoan, ids: ['loan_id'] },
  { table: capitalFlow, of: ofLoan, ids: ['loan_id'] },
  {
    table: deductTask,
    of: ofLoan,
    numbered: daily('task_no', 'deduct', 2, 6),
    ids: ['loan_id', 'order_id', 'plan_id'],
  },
  {
    table: glVoucher,
    of: ['order_id', 't.order_id'],
    numbered: {
      column: 'voucher_no',
      head: 'left(t.voucher_no, 9)',
      series: "'voucher:' || substr(head, 3, 6)",
      digits: 4,
    },
    ids: ['ref_id', 'order_id', 'reversed_of'],
  },
  {
    table: glLine,
    of: ['order_id', 'v.order_id'],
    join: 'JOIN gl_voucher v ON v.tenant_id = t.tenant_id AND v.id = t.voucher_id',
    ids: ['voucher_id', 'loan_id'],
  },
]

type Template = { loanId: number; orderId: number; customerId: number; disbursementId: number; late: boolean }

/**
 * Writes so many loans of a tenant beside those that it has, inside asOwner()'s transaction: all of it or nothing.
 * @param told how many are written
 */
export async function copyLoans(
  connection: Connection,
  tenantId: number,
  wanted: number,
  told: (written: number) => void = () => undefined,
): Promise<void> {
  const tables = copies.map(({ table }) => table)
  // Row security holds for the owner too, who has no tenant.
  await withoutRowSecurity(connection, async () => {
    const templates = await readTemplates(connection, tenantId)
    const counts = shared(templates, wanted)
    const stride = await strideOf(connection, tables)
    const newPerson = personsBeside(await knownIdNos(connection, tenantId))
    await withBareTables(connection, tables, async () => {
      await connection.exec(`SET LOCAL work_mem = '256MB';
        CREATE TEMP TABLE copy_template
        (loan_id bigint, order_id bigint, customer_id bigint, disbursement_id bigint, copies int) ON COMMIT DROP;
        CREATE TEMP TABLE loan_copy (loan_id bigint, order_id bigint, customer_id bigint, disbursement_id bigint,
        n bigint, stride bigint, is_first boolean, name text, id_no text, mobile text) ON COMMIT DROP`)
      await copyIn(
        connection,
        'copy_template',
        templates.map((one, at) => [
          one.loanId,
          one.orderId,
          one.customerId,
          one.disbursementId,
          counts[at] ?? 0,
        ]),
      )
      for (const one of copies) await takeRows(connection, tenantId, one)
      let written = 0
      let rows: unknown[][] = []
      const flush = async () => {
        await connection.exec('TRUNCATE loan_copy')
        await copyIn(connection, 'loan_copy', rows)
        await connection.exec('ANALYZE loan_copy')
        for (const one of copies) await connection.exec(insertOf(one))
        written += rows.length
        rows = []
        told(written)
      }
      for (let n = 1; n <= Math.max(...counts); n += 1) {
        const persons = new Map<number, unknown[]>()
        for (const [at, { loanId, orderId, customerId, disbursementId }] of templates.entries()) {
          if ((counts[at] ?? 0) < n) continue
          const known = persons.get(customerId)
          const own = known ?? newPerson()
          persons.set(customerId, own)
          rows.push([loanId, orderId, customerId, disbursementId, n, stride, known === undefined, ...own])
        }
        // Copies of one turn stay together: a customer of two loans is written with the first of them.
        if (rows.length >= atOnce) await flush()
      }
      if (rows.length > 0) await flush()
      await connection.exec(
        tables
          .map(getTableName)
          .map((name) => `SELECT setval(pg_get_serial_sequence('${name}', 'id'), max(id)) FROM ${name};`)
          .join('\n'),
      )
    })
  })
  await connection.exec('ANALYZE')
}

async function readTemplates(connection: Connection, tenantId: number): Promise<Template[]> {
  const { rows } = await connection.query(
    `SELECT id, order_id, customer_id, disbursement_id, status = '逾期' AS late FROM loan_account
     WHERE tenant_id = $1 AND folded_to IS NOT NULL ORDER BY id`,
    [tenantId],
    'array',
  )
  if (rows.length === 0) throw new Error('There is no loan to copy.')
  return (rows as [string, string, string, string, boolean][]).map(([loan, order, of, payment, late]) => ({
    loanId: Number(loan),
    orderId: Number(order),
    customerId: Number(of),
    disbursementId: Number(payment),
    late,
  }))
}

/**
 * The number of times that each loan is copied: all alike but those that are overdue, which have their share together.
 */
function shared(templates: readonly Template[], wanted: number): number[] {
  const late = templates.filter(({ late: isLate }) => isLate).length
  const ofLate = late === 0 ? 0 : late === templates.length ? wanted : Math.round(wanted * overdueShare)
  const parts = [
    { of: true, left: ofLate, loans: late },
    { of: false, left: wanted - ofLate, loans: templates.length - late },
  ]
  return templates.map(({ late: isLate }) => {
    const part = parts.find(({ of }) => of === isLate)
    if (!part) return 0
    const own = Math.ceil(part.left / part.loans)
    part.left -= own
    part.loans -= 1
    return own
  })
}

/** Ids of copies lie behind each other, and behind all that there are. */
async function strideOf(connection: Connection, tables: readonly PgTable[]): Promise<number> {
  const greatest = tables.map((table) => `(SELECT max(id) FROM ${getTableName(table)})`).join(', ')
  const { rows } = await connection.query(`SELECT greatest(${greatest})`, [], 'array')
  const [[most]] = rows as [[string]]
  return 10 ** String(most).length
}

async function knownIdNos(connection: Connection, tenantId: number): Promise<Set<string>> {
  const { rows } = await connection.query(
    'SELECT id_no FROM customer WHERE tenant_id = $1',
    [tenantId],
    'array',
  )
  return new Set((rows as [string][]).map(([idNo]) => idNo))
}

/** Name, identity number and mobile of somebody who is nobody yet. */
function personsBeside(known: Set<string>): () => string[] {
  let row = firstPerson
  return () => {
    for (;;) {
      const { name, idNo, mobile } = personOf(row)
      row += 1
      if (known.has(idNo)) continue
      known.add(idNo)
      return [name, idNo, mobile]
    }
  }
}

async function copyIn(
  connection: Connection,
  table: string,
  rows: readonly (readonly unknown[])[],
): Promise<void> {
  await connection.copyIn(table, Buffer.from(rows.map((row) => `${row.join('\t')}\n`).join('')))
}

/** The rows that are copied, with the number behind which the copies of each have theirs; series go on behind the last. */
async function takeRows(
  connection: Connection,
  tenantId: number,
  { table, of: [key, value], join = '', numbered }: Copied,
): Promise<void> {
  const name = getTableName(table)
  await connection.exec(`CREATE TEMP TABLE copy_${name} ON COMMIT DROP AS
    SELECT t.*, ${value} AS of_id, c.copies, ${numbered?.head ?? "''"} AS head, ''::text AS series, 0::bigint AS before
    FROM ${name} t ${join} JOIN (SELECT ${key} AS id, max(copies) AS copies FROM copy_template GROUP BY 1) c
    ON c.id = ${value} WHERE t.tenant_id = ${tenantId}`)
  if (numbered)
    await connection.exec(`UPDATE copy_${name} SET series = ${numbered.series};
      UPDATE copy_${name} t SET before = own.before FROM (
        SELECT o.id, coalesce(s.last, 0) + sum(o.copies) OVER (PARTITION BY o.series ORDER BY o.id) - o.copies AS before
        FROM copy_${name} o LEFT JOIN number_series s ON s.tenant_id = ${tenantId} AND s.name = o.series) own
      WHERE own.id = t.id;
      INSERT INTO number_series (tenant_id, name, last)
      SELECT ${tenantId}, series, sum(copies) FROM copy_${name} GROUP BY series
      ON CONFLICT (tenant_id, name) DO UPDATE SET last = number_series.last + excluded.last`)
  await connection.exec(`CREATE INDEX ON copy_${name} (of_id); ANALYZE copy_${name}`)
}

function insertOf({ table, of: [key], numbered, ids = [], other = {} }: Copied): string {
  const name = getTableName(table)
  const columns = Object.keys(getTableColumns(table)).map((column) => toSnakeCase(column))
  const valueIn = (column: string): string => {
    if (column === 'id' || ids.includes(column)) return `t.${column} + c.n * c.stride`
    if (column === numbered?.column)
      return `t.head || lpad((t.before + c.n)::text, greatest(${numbered.digits}, length((t.before + c.n)::text)), '0')`
    if (column === 'search_keys') return `nlos_search_keys(c.name, c.id_no, c.mobile, ${valueIn('order_no')})`
    return other[column] ?? `t.${column}`
  }
  // Everything that is of one loan lies together on the disk, as it does where it is booked.
  return `INSERT INTO ${name} (${columns.map((column) => `"${column}"`).join(', ')})
    SELECT ${columns.map(valueIn).join(', ')} FROM loan_copy c JOIN copy_${name} t ON t.of_id = c.${key}
    ${key === 'customer_id' ? 'WHERE c.is_first' : ''} ORDER BY c.n, c.loan_id, t.id`
}
