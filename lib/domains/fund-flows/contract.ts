import * as z from 'zod'
import { read, write } from '../../platform/contract/endpoint.ts'
import {
  done,
  fileInput,
  id,
  isoDate,
  json,
  line,
  listInput,
  money,
  page,
} from '../../platform/contract/wire.ts'
import { directions, flowKinds, importStates, matchStates } from './rules/fund-flow.ts'
import { statementFields, statementFindings, statementLimits } from './rules/statement.ts'

/** 资金流水: statements of our accounts, and what each of their lines stands for. */

const flowRow = z.object({
  id: z.number().int(),
  rowVersion: z.number().int(),
  flowNo: z.string(),
  accountNo: z.string(),
  direction: z.enum(directions),
  amount: z.string(),
  counterparty: z.string(),
  /** Masked. */
  counterAccount: z.string(),
  happenedAt: z.string(),
  summary: z.string(),
  bizKind: z.enum(flowKinds).nullable(),
  matchStatus: z.enum(matchStates),
  reason: z.string(),
  balanceAfter: z.string().nullable(),
  importId: z.number().int(),
})
export type FundFlowRow = z.output<typeof flowRow>

const columns = z.partialRecord(z.enum(statementFields), line().max(60))

const importRow = z.object({
  id: z.number().int(),
  rowVersion: z.number().int(),
  accountNo: z.string(),
  accountLabel: z.string(),
  name: z.string(),
  state: z.enum(importStates),
  freshCount: z.number().int(),
  sameCount: z.number().int(),
  wrongCount: z.number().int(),
  addedCount: z.number().int(),
  createdAt: z.string(),
  createdByName: z.string().nullable(),
  bookedAt: z.string().nullable(),
  undoneAt: z.string().nullable(),
})
export type FlowImportRow = z.output<typeof importRow>

const listed = z.object({
  ...listInput('happenedAt:desc', 'amount'),
  accountNo: line().max(40).optional(),
  direction: z.enum(directions).optional(),
  bizKind: z.enum(flowKinds).optional(),
  matchStatus: z.enum(matchStates).optional(),
  dayFrom: isoDate().optional(),
  dayTo: isoDate().optional(),
  amount: money().optional(),
  importId: id().optional(),
})

const written = z.object({ id: z.number().int(), rowVersion: z.number().int() })
const access = ['fund_flow:view'] as const

export const fundFlows = {
  /** 资金流水; `q` is a part of a number, a name or a summary. */
  list: read({
    method: 'POST',
    path: '/biz/fundflow/list',
    access,
    of: ['fundFlow', 'flowImport'],
    input: listed,
    output: page(flowRow),
  }),
  /** The list as xlsx, at most 50,000 rows. */
  exportList: read({
    method: 'POST',
    path: '/biz/fundflow/export',
    access,
    of: ['fundFlow', 'flowImport'],
    leaves: 'list.export',
    kind: 'file',
    input: fileInput(listed),
    output: done,
  }),
  /** Our accounts, each with the day to which its statements reach. */
  accounts: read({
    method: 'POST',
    path: '/biz/fundflow/accounts',
    access,
    of: ['flowImport', 'dictionaryItem'],
    input: z.object({}),
    output: z.array(z.object({ accountNo: z.string(), label: z.string(), lastDay: z.string().nullable() })),
  }),
  /** 导入记录. */
  imports: read({
    method: 'POST',
    path: '/biz/fundflow/imports',
    access,
    of: ['flowImport'],
    input: z.object({ ...listInput('createdAt:desc'), accountNo: line().max(40).optional() }),
    output: page(importRow),
  }),
  /** One import: its columns, and its first wrong rows. */
  statement: read({
    method: 'POST',
    path: '/biz/fundflow/statement',
    access,
    of: ['flowImport'],
    input: z.object({ importId: id() }),
    output: importRow.extend({
      heads: z.array(z.string()),
      columns,
      lacks: z.array(z.enum(statementFields)),
      wrong: z.array(
        z.object({ row: z.number().int(), finding: z.enum(statementFindings), value: z.string() }),
      ),
    }),
  }),
  /** 读取对账单: what of it is new, known and wrong, before anything of it counts. Its columns are those of last time. */
  readStatement: write({
    method: 'POST',
    path: '/biz/fundflow/statement/read',
    access: ['fund_flow:import'],
    writes: { on: 'flowImport', action: 'flow_import.read' },
    kind: 'upload',
    maxBytes: statementLimits.bytes + 16 * 1024,
    input: z.object({ accountNo: line().min(1, 'rules.required').max(40) }),
    output: written,
  }),
  /** 对应列: the same file read by other columns, which the account's next file is read by as well. */
  mapColumns: write({
    method: 'POST',
    path: '/biz/fundflow/statement/columns',
    access: ['fund_flow:import'],
    writes: { on: 'flowImport', id: 'importId', action: 'flow_import.map' },
    input: z.object({ importId: id(), columns: json(columns) }),
    output: written,
  }),
  /** 导入 of the rows that are right and new. */
  bookStatement: write({
    method: 'POST',
    path: '/biz/fundflow/statement/book',
    access: ['fund_flow:import'],
    writes: { on: 'flowImport', id: 'importId', action: 'flow_import.book' },
    input: z.object({ importId: id() }),
    output: written.extend({ added: z.number().int() }),
  }),
  /** 撤销导入 while nothing of it stands for anything. */
  undoStatement: write({
    method: 'POST',
    path: '/biz/fundflow/statement/undo',
    access: ['fund_flow:import'],
    writes: { on: 'flowImport', id: 'importId', action: 'flow_import.undo' },
    input: z.object({ importId: id() }),
    output: written,
  }),
  /** The rows that were wrong, as they stood in the file, each with what is wrong with it. */
  wrongRows: read({
    method: 'GET',
    path: '/biz/fundflow/statement/wrong',
    access: ['fund_flow:import'],
    of: ['flowImport'],
    leaves: 'flow_import.wrong_rows',
    kind: 'file',
    input: z.object({ importId: id() }),
    output: done,
  }),
}
