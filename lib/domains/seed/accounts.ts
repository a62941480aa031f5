import { eq, inArray } from 'drizzle-orm'
import { hashOf } from '../../platform/changes/propose.ts'
import type { ChangeLine } from '../../platform/changes/rules/pending-change.ts'
import { pendingChange, settleAccount } from '../../platform/changes/table.ts'
import { db } from '../../platform/db/client.ts'
import { shop } from '../channels/table.ts'
import { sysUser } from '../identity/table.ts'
import { dictItem } from '../system/table.ts'
import { demoExpiry } from './days.ts'
import { onlyRow } from './only-row.ts'
import type { Organisation } from './organisation.ts'

/** Accounts of the demo's shops; one for rebates waits for its second person. */

/** Of nobody's bank (domain.md 5.2). */
export const fakeAccountNo = (serial: number) => `999999${String(serial).padStart(13, '0')}`

export async function seedAccounts(organisation: Organisation, users: Record<string, number>): Promise<void> {
  const ids = organisation.shops.map(({ id }) => id)
  const shops = await db().select().from(shop).where(inArray(shop.id, ids)).orderBy(shop.id)
  const auditBy = users.finance_checker ?? 0
  for (const [at, { id: shopId, name, tenantId }] of shops.entries()) {
    const values = {
      accountKind: 'payee' as const,
      holderName: `${name}有限公司`,
      accountNo: fakeAccountNo(tenantId * 1_000 + 200 + at),
      bankName: '示例银行示例支行',
      isCorporate: true,
    }
    const audited = { status: '已通过' as const, auditBy, auditAt: '2024-02-03T01:00:00Z' }
    await db()
      .insert(settleAccount)
      .values({ shopId, ...values, ...audited, createdBy: users.cashier ?? 0 })
    if (at === 1) await addWaiting(shopId, name, { ...values, accountKind: 'rebate' }, users.cashier ?? 0)
  }
}

async function addWaiting(
  shopId: number,
  title: string,
  values: Omit<typeof settleAccount.$inferInsert, 'shopId'>,
  madeBy: number,
): Promise<void> {
  const account = onlyRow(
    await db()
      .insert(settleAccount)
      .values({ shopId, ...values, status: '待审核', createdBy: madeBy })
      .returning({ id: settleAccount.id }),
  )
  const content = values as Record<string, unknown>
  const lines: ChangeLine[] = [
    { field: 'shop', kind: 'text', value: title },
    { field: 'accountKind', kind: 'accountKind', value: values.accountKind },
    { field: 'holderName', kind: 'text', value: values.holderName },
    { field: 'accountNo', kind: 'number', value: values.accountNo },
    { field: 'bankName', kind: 'text', value: values.bankName },
    { field: 'isCorporate', kind: 'yesNo', value: String(values.isCorporate) },
  ]
  await db()
    .insert(pendingChange)
    .values({
      kind: 'account',
      aboutId: account.id,
      title,
      content,
      lines,
      contentHash: hashOf(content, lines),
      madeBy,
      madeAt: new Date().toISOString(),
      createdBy: madeBy,
      expiresAt: demoExpiry(),
    })
}

/** The accounts that the demo's companies pay from. */
export async function seedPayers(tenantId: number): Promise<void> {
  const labels = ['示例银行 基本户', '示例银行 放款专户']
  await db()
    .insert(dictItem)
    .values(
      labels.map((label, at) => ({
        type: 'payer_account',
        code: fakeAccountNo(tenantId * 1_000 + 14 + at),
        label,
        sort: at + 1,
      })),
    )
}

/** Whoever checks releases has a pay password from the start: of the demo, where it is the password of all. */
export async function seedPayPasswords(users: Record<string, number>, passwordHash: string): Promise<void> {
  for (const account of ['finance_checker', 'finance_checker2', 'admin', 'admin2'])
    await db()
      .update(sysUser)
      .set({ payPasswordHash: passwordHash })
      .where(eq(sysUser.id, users[account] ?? 0))
}
