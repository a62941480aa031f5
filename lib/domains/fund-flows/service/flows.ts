import { getTableColumns, inArray, sql } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import { db } from '../../../platform/db/client.ts'
import { defineList } from '../../../platform/db/list.ts'
import { from, textIn, to } from '../../../platform/db/list-conditions.ts'
import { chinaTime } from '../../../platform/db/list-file.ts'
import { maskCard } from '../../../rules/mask.ts'
import { fundFlows as calls, type FundFlowRow } from '../contract.ts'
import { fundFlow } from '../table.ts'

/** 资金流水 as lists show it. */

const flows = defineList(calls.list, {
  table: fundFlow,
  scope: 'tenant',
  filters: { dayFrom: from(fundFlow.bizDay), dayTo: to(fundFlow.bizDay) },
  search: textIn(fundFlow.flowNo, fundFlow.counterparty, fundFlow.summary),
  rows: readFlows,
})
export const flowPage = flows.page

async function readFlows(ids: readonly number[]): Promise<FundFlowRow[]> {
  const rows = await db()
    .select({
      ...getTableColumns(fundFlow),
      booked: sql<boolean>`exists (select from flow_match m where m.tenant_id = fund_flow.tenant_id
        and m.flow_id = fund_flow.id and m.booked and m.undone_at is null)`,
    })
    .from(fundFlow)
    .where(inArray(fundFlow.id, [...ids]))
  return rows.map((row) => ({ ...row, counterAccount: maskCard(row.counterAccount) }))
}

const title = (key: 'flowNo' | 'accountNo' | 'direction' | 'amount' | 'counterparty' | 'counterAccount') =>
  say(`fundFlows.${key}`)
export const exportFlows = flows.file({
  list: 'fundFlows',
  title: say('routes.fundFlows'),
  columns: {
    flowNo: { title: title('flowNo'), value: ({ flowNo }) => flowNo },
    accountNo: { title: title('accountNo'), value: ({ accountNo }) => accountNo },
    direction: { title: title('direction'), value: ({ direction }) => direction },
    amount: { title: title('amount'), value: ({ amount }) => Number(amount), money: true },
    counterparty: { title: title('counterparty'), value: ({ counterparty }) => counterparty },
    counterAccount: { title: title('counterAccount'), value: ({ counterAccount }) => counterAccount },
    happenedAt: { title: say('fundFlows.happenedAt'), value: ({ happenedAt }) => chinaTime(happenedAt) },
    summary: { title: say('fundFlows.summary'), value: ({ summary }) => summary },
    bizKind: { title: say('fundFlows.bizKind'), value: ({ bizKind }) => bizKind },
    matchStatus: { title: say('fundFlows.matchStatus'), value: ({ matchStatus }) => matchStatus },
    reason: { title: say('fundFlows.reason'), value: ({ reason }) => reason },
    balanceAfter: {
      title: say('fundFlows.balanceAfter'),
      value: ({ balanceAfter }) => balanceAfter && Number(balanceAfter),
      money: true,
    },
  },
})
