import type { ParsedInputOf } from '../../contracts/endpoint.ts'
import { oversight } from '../../contracts/oversight.ts'
import { actionWord, differenceText, objectKindWord } from '../../i18n/audit-words.ts'
import { zhCN } from '../../i18n/zh-cn.ts'
import { chinaTime, type FileColumn, listFile } from '../applications/list-file.ts'
import type { Call } from '../context.ts'
import type { FileAnswer } from '../handler.ts'
import { type Operation, operationQuery, readOperations } from './operations.ts'

/** A cell of a workbook takes 32,767 characters. */
const longestCell = 30_000

const columns: Record<string, FileColumn<Operation>> = {
  at: { title: zhCN('oversight.at'), value: ({ at }) => chinaTime(at) },
  name: {
    title: zhCN('oversight.operator'),
    value: ({ userId, name }) => (userId ? name : zhCN('oversight.system')),
  },
  account: { title: zhCN('oversight.account'), value: ({ account }) => account },
  action: { title: zhCN('oversight.action'), value: ({ action }) => actionWord(action, zhCN) },
  objectName: {
    title: zhCN('oversight.object'),
    value: ({ objectKind, objectName }) => `${objectKindWord(objectKind, zhCN)} ${objectName}`.trim(),
  },
  changes: {
    title: zhCN('oversight.changes'),
    value: ({ differences }) =>
      differences
        .map((difference) => differenceText(difference, zhCN))
        .join('；')
        .slice(0, longestCell),
  },
  ip: { title: zhCN('oversight.ip'), value: ({ ip }) => ip },
}

/** 操作日志 as a file. */
export function exportOperations(
  input: ParsedInputOf<typeof oversight.exportOperations>,
  call: Call,
): Promise<FileAnswer> {
  return listFile(
    {
      list: 'operations',
      of: oversight.operations,
      title: zhCN('routes.operationLog'),
      filter: input,
      columnOf: (key) => (Object.hasOwn(columns, key) ? columns[key] : undefined),
      query: async () => operationQuery(input, call),
      read: (ids) => readOperations(ids, call.actor),
    },
    call,
  )
}
