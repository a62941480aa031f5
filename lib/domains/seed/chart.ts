import { db } from '../../platform/db/client.ts'
import { type GlAccount, glAccountCodes, glAccounts } from '../ledger/rules/ledger.ts'
import { glAccount } from '../ledger/table.ts'

/** domain.md 4.12. */
const names: Readonly<Record<GlAccount, string>> = {
  '1002': '银行存款',
  '1132': '应收利息',
  '1122.01': '应收客户费用',
  '1122.02': '应收资方服务费',
  '1221.01': '其他应收-代偿款',
  '1531.01': '长期应收款-本金',
  '1534': '减值准备',
  '2203': '预收款项',
  '2221': '应交税费-增值税',
  '2241.01': '客户保证金',
  '2241.02': '应付返佣',
  '2241.03': '渠道保证金',
  '2241.04': '应付资方款',
  '2241.05': '订单待处理款',
  '2401': '递延收益-服务费',
  '6011.01': '利息收入',
  '6011.02': '罚息收入',
  '6021': '服务费收入',
  '6051': '违约金及其他收入',
  '6421': '手续费支出-返佣',
  '6702': '信用减值损失',
  '7001': '应收未收利息',
  '7002': '代管资方贷款',
  '7003': '已核销资产',
}

/** The chart of accounts that a tenant starts with: each account under the name of the standard, since ever. */
export async function seedChart(): Promise<void> {
  await db()
    .insert(glAccount)
    .values(
      glAccountCodes.map((code) => ({
        code,
        name: names[code],
        kind: glAccounts[code].kind,
        normalSide: glAccounts[code].side,
        parent: code.includes('.') ? code.slice(0, code.indexOf('.')) : null,
        validFrom: '1900-01-01',
      })),
    )
    .onConflictDoNothing()
}
