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
import { importStates } from '../imports/rules/import-kinds.ts'
import { directions, flowKinds, flowLimits, matchStates } from './rules/fund-flow.ts'
import { matchRules, targetKinds } from './rules/match-flow.ts'
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
  /** It registered receipts itself: taking it back is a reversal. */
  booked: z.boolean(),
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
const reason = z.string().trim().min(1, 'rules.required').max(flowLimits.reason)
/** A loan is no document yet: a receipt is registered on it. */
const partKinds = [...targetKinds, 'loan'] as const
const part = z.object({ kind: z.enum(partKinds), id: z.number().int().min(1), amount: money() })

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
  /** 自动匹配 of all that nobody has matched or kept apart, behind the call. */
  startMatch: write({
    method: 'POST',
    path: '/biz/fundflow/match/auto',
    access: ['fund_flow:match'],
    writes: { on: 'job', action: 'fund_flow.start_match' },
    input: z.object({}),
    output: z.object({ jobId: z.number().int() }),
  }),
  /** The targets that one flow may stand for: by its rules, or by what is looked for. */
  candidates: read({
    method: 'POST',
    path: '/biz/fundflow/candidates',
    access: ['fund_flow:match'],
    of: ['fundFlow', 'loan', 'order'],
    input: z.object({ flowId: id(), q: z.string().trim().max(60).optional() }),
    output: z.object({
      /** The part of its amount that stands for nothing yet. */
      left: z.string(),
      /** The rule by which the first one was found. */
      rule: z.enum(matchRules).nullable(),
      targets: z.array(
        z.object({
          kind: z.enum(partKinds),
          id: z.number().int(),
          title: z.string(),
          name: z.string(),
          day: z.string().nullable(),
          amount: z.string(),
          bizKind: z.enum(flowKinds),
        }),
      ),
    }),
  }),
  /** The targets that a flow stands for, and those that were taken back. */
  parts: read({
    method: 'POST',
    path: '/biz/fundflow/parts',
    access,
    of: ['fundFlow'],
    input: z.object({ flowId: id() }),
    output: z.array(
      z.object({
        id: z.number().int(),
        kind: z.enum(targetKinds),
        title: z.string(),
        amount: z.string(),
        rule: z.enum(matchRules),
        booked: z.boolean(),
        orderId: z.number().int().nullable(),
        createdAt: z.string(),
        undoneAt: z.string().nullable(),
        undoneWhy: z.string().nullable(),
      }),
    ),
  }),
  /** 人工匹配: one document, several loans, or the flow by which it went back. */
  match: write({
    method: 'POST',
    path: '/biz/fundflow/match',
    access: ['fund_flow:match'],
    writes: { on: 'fundFlow', id: 'flowId', action: 'fund_flow.match' },
    input: z.object({
      flowId: id(),
      parts: json(z.array(part).min(1, 'rules.required').max(20)),
      note: z.string().trim().max(flowLimits.reason).default(''),
    }),
    output: written,
  }),
  /** 挂账: it is known, and nobody knows yet what it is. */
  hold: write({
    method: 'POST',
    path: '/biz/fundflow/hold',
    access: ['fund_flow:match'],
    writes: { on: 'fundFlow', id: 'flowId', action: 'fund_flow.hold', many: true },
    input: z.object({ flowId: id(), reason }),
    output: written,
  }),
  /** 撤销匹配 of what booked nothing. */
  unmatch: write({
    method: 'POST',
    path: '/biz/fundflow/unmatch',
    access: ['fund_flow:match'],
    writes: { on: 'fundFlow', id: 'flowId', action: 'fund_flow.unmatch' },
    input: z.object({ flowId: id(), reason }),
    output: written,
  }),
  /** 冲正匹配: what it registered is reversed when a second person has checked it. */
  askUnmatch: write({
    method: 'POST',
    path: '/biz/fundflow/unmatch/ask',
    access: ['fund_flow:match'],
    writes: { on: 'fundFlow', id: 'flowId', action: 'fund_flow.ask_unmatch', proposes: 'flowUnmatch' },
    input: z.object({ flowId: id(), reason }),
    output: written,
  }),
  /**
   * 账实核对: by day what the statements say, what 1002 of the books says, and what makes the difference. The books keep
   * all our accounts as one, so they are held against all statements together; each account is told beside.
   */
  difference: read({
    method: 'POST',
    path: '/biz/fundflow/difference',
    access,
    of: ['fundFlow', 'flowImport', 'loan', 'order'],
    input: z.object({ from: isoDate(), to: isoDate() }),
    output: z.array(
      z.object({
        day: z.string(),
        statementIn: z.string(),
        statementOut: z.string(),
        /** The statement of each account. */
        accounts: z.array(
          z.object({ accountNo: z.string(), statementIn: z.string(), statementOut: z.string() }),
        ),
        booksIn: z.string(),
        booksOut: z.string(),
        /** Of the balance: statement less books. */
        difference: z.string(),
        /** On the statement and not in the books, and the other way round. */
        flows: z.array(
          z.object({
            id: z.number().int(),
            flowNo: z.string(),
            accountNo: z.string(),
            direction: z.enum(directions),
            amount: z.string(),
            counterparty: z.string(),
            matchStatus: z.enum(matchStates),
            reason: z.string(),
          }),
        ),
        documents: z.array(
          z.object({
            kind: z.enum(targetKinds),
            id: z.number().int(),
            title: z.string(),
            direction: z.enum(directions),
            amount: z.string(),
            name: z.string(),
          }),
        ),
        /** Matched, and of another day on the other side. */
        otherDays: z.array(
          z.object({
            flowNo: z.string(),
            accountNo: z.string(),
            title: z.string(),
            direction: z.enum(directions),
            amount: z.string(),
            statementDay: z.string(),
            booksDay: z.string(),
          }),
        ),
        /** The rest that none of them explains: posted on another day than its document, or without one. */
        rest: z.string(),
      }),
    ),
  }),
  /** The rows that were wrong, as they stood in the file, each with what is wrong with it. */
  wrongRows: read({
    method: 'POST',
    path: '/biz/fundflow/statement/wrong',
    access: ['fund_flow:import'],
    of: ['flowImport'],
    leaves: 'flow_import.wrong_rows',
    kind: 'file',
    input: z.object({ importId: id() }),
    output: done,
  }),
}
