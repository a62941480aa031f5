import { asc, inArray, lte, sql } from 'drizzle-orm'
import { change } from '../../../platform/change-row.ts'
import type { Call } from '../../../platform/context.ts'
import type { ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { defineList } from '../../../platform/db/list.ts'
import { textIn } from '../../../platform/db/list-conditions.ts'
import { refused } from '../../../platform/errors.ts'
import { byId, subject } from '../../../platform/subject.ts'
import type { GlAccount } from '../../ledger/rules/ledger.ts'
import { glAccount } from '../../ledger/table.ts'
import { books } from '../contract.ts'

/** 会计科目: what the accounts of the product are called, now and on earlier days. */

type Account = typeof glAccount.$inferSelect

/** A version behind which there is another one. */
const isPast = sql`exists (select from gl_account later where later.tenant_id = ${glAccount.tenantId}
  and later.code = ${glAccount.code} and later.valid_from > ${glAccount.validFrom})`

const accounts = defineList(books.accounts, {
  table: glAccount,
  scope: 'tenant',
  only: () => sql`not ${isPast}`,
  search: textIn(glAccount.code, glAccount.name, glAccount.outsideCode),
  rows: (ids) => db().select().from(glAccount).where(inArray(glAccount.id, ids)),
})

/** The accounts as they were called on a day. */
export async function chartOn(day: string): Promise<Map<GlAccount, Account>> {
  const rows = await db()
    .select()
    .from(glAccount)
    .where(day === '' ? undefined : lte(glAccount.validFrom, day))
    .orderBy(asc(glAccount.code), asc(glAccount.validFrom))
  return new Map(rows.map((row) => [row.code, row]))
}

/** @throws 422 for a version that is past */
async function saveAccount(
  { name, outsideCode }: ParsedInputOf<typeof books.saveAccount>,
  { actor, today }: Call,
  row: Account,
) {
  const before = { name: row.name, outsideCode: row.outsideCode }
  const after = { name, outsideCode }
  const said = { before, after: { code: row.code, ...after } }
  if (row.validFrom === today) {
    await change(glAccount, row, after, said)
    return {}
  }
  const { code, kind, normalSide, parent } = row
  const [made] = await db()
    .insert(glAccount)
    .values({ code, kind, normalSide, parent, ...after, validFrom: today, createdBy: actor.id })
    .onConflictDoNothing()
    .returning({ id: glAccount.id })
  if (!made) throw refused('books.refusals.renamed')
  // Whoever has the version before on his screen hears that it is past.
  await change(glAccount, row, {}, said)
  return {}
}

export const accountSubject = subject({
  noun: 'gl_account',
  nameOf: ({ id }: Account) => id,
  lock: byId(glAccount),
  shown: ({ name, outsideCode }) => ({ name, outsideCode }),
})

export const accountHandlers = { accounts: accounts.page, saveAccount }
