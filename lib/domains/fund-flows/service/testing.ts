import { writeXlsx } from 'hucre/xlsx'
import { businessDate } from '../../../rules/business-date.ts'
import { fakeAccountNo } from '../../seed/accounts.ts'
import type { TestBackend } from '../../testing.ts'
import { fundFlows } from '../contract.ts'

/** Statements of tests. */

export const ownAccount = fakeAccountNo(1_014)
export const statementHeads = ['流水号', '交易时间', '收付', '金额', '对方户名', '对方账号', '摘要', '余额']

let last = 0
/** A row that is right, of a number of its own unless told. */
export function statementRow(more: Partial<Record<string, string>> = {}): string[] {
  last += 1
  const usual: Record<string, string> = {
    流水号: `T${last}`,
    交易时间: `${businessDate(new Date())} 00:00:01`,
    收付: '收',
    金额: '10.00',
  }
  return statementHeads.map((head) => more[head] ?? usual[head] ?? '')
}

export const csvFile = (...rows: string[][]) => ({
  name: '对账单.csv',
  bytes: Buffer.from([statementHeads, ...rows].map((row) => row.join(',')).join('\r\n')),
})

export const xlsxFile = async (...rows: string[][]) => ({
  name: '对账单.xlsx',
  bytes: Buffer.from(await writeXlsx({ sheets: [{ name: '明细', rows: [statementHeads, ...rows] }] })),
})

export const readFileOf = (backend: TestBackend, file: { name: string; bytes: Buffer }) =>
  backend.as('cashier').upload(fundFlows.readStatement, { accountNo: ownAccount }, file)

/** A statement that counts. @returns its import */
export async function bookedStatement(backend: TestBackend, ...rows: string[][]): Promise<number> {
  const { id: importId, rowVersion } = await readFileOf(backend, csvFile(...rows))
  await backend.as('cashier').call(fundFlows.bookStatement, { importId, rowVersion })
  return importId
}
