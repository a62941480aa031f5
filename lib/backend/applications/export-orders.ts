import { applications } from '../../contracts/applications.ts'
import type { ParsedInputOf } from '../../contracts/endpoint.ts'
import { zhCN } from '../../i18n/zh-cn.ts'
import type { Call } from '../context.ts'
import type { FileAnswer } from '../handler.ts'
import { exportColumn } from './export-columns.ts'
import { listFile } from './list-file.ts'
import { orderQuery, preConditions, queryConditions } from './list-orders.ts'
import { readOrderRows } from './order-rows.ts'

/** An order list as a file. */
export function exportOrders(
  input: ParsedInputOf<typeof applications.exportList>,
  call: Call,
): Promise<FileAnswer> {
  const { list } = input
  const conditions = list === 'pre' ? preConditions(input, call) : queryConditions(input)
  return listFile(
    {
      list,
      of: applications.query,
      title: zhCN('workbook.sheet'),
      filter: input,
      columnOf: exportColumn,
      query: () => orderQuery(list, conditions, input, call),
      read: readOrderRows,
    },
    call,
  )
}
