import { shownText } from '../../../rules/shown-text.ts'

/**
 * The text of a contract template, as an administrator writes it: a line is a paragraph, `# ` before a heading, `|`
 * between the cells of a table, `{承租人姓名}` a field, and in square brackets what is done here:
 * `[如果 二手车]` … `[完]`, `[如果不 有担保人]`, `[表格 还款计划]`, `[签章 承租人 出租人]`, `[换页]`.
 */

/** Everything that a contract may say of its order. */
export const contractFields = [
  '合同编号',
  '签订日期',
  '订单编号',
  '出租人名称',
  '承租人姓名',
  '承租人证件号码',
  '承租人手机号',
  '承租人地址',
  '共同承租人姓名',
  '共同承租人证件号码',
  '共同承租人手机号',
  '共同承租人地址',
  '保证人姓名',
  '保证人证件号码',
  '保证人手机号',
  '保证人地址',
  '主合同编号',
  '门店名称',
  '资方名称',
  '车辆品牌',
  '车系',
  '车型',
  '车架号',
  '发动机号',
  '车牌号',
  '车辆价格',
  '车辆价格大写',
  '首付金额',
  '首付金额大写',
  '融资额',
  '融资额大写',
  '期数',
  '月供',
  '月供大写',
  '保证金',
  '保证金大写',
  '尾款',
  '尾款大写',
  '留购价',
  '留购价大写',
  '利息合计',
  '费用合计',
  '年利率',
  '年化成本单利',
  '年化成本复利',
  '还款方式',
  '还款日',
  '起息约定',
  '罚息日利率',
  '宽限天数',
  '提前结清最少期数',
  '抵押顺位',
  '抵押登记天数',
  '还款卡开户行',
  '还款卡号',
  '还款卡户名',
] as const // prettier-ignore
export type ContractField = (typeof contractFields)[number]

export const contractConditions = [
  '新车',
  '二手车',
  '有共同承租人',
  '有担保人',
  '有保证金',
  '有尾款',
  '有留购价',
  '有资方',
  '有车牌',
] as const
export type ContractCondition = (typeof contractConditions)[number]

export const contractLists = ['还款计划', '费用明细', '提前结清违约金'] as const
export type ContractList = (typeof contractLists)[number]

export const contractParties = ['承租人', '共同承租人', '保证人', '出租人', '资方'] as const
export type ContractParty = (typeof contractParties)[number]

/** Parties that not every order has. */
const partyWants: Partial<Record<ContractParty, ContractCondition>> = {
  共同承租人: '有共同承租人',
  资方: '有资方',
}

type When = { condition: ContractCondition; is: boolean }
type Piece = string | { field: ContractField }
type Line = readonly Piece[]
type Content<L> =
  | { kind: 'heading' | 'text'; text: L }
  | { kind: 'table'; rows: readonly (readonly L[])[] }
  | { kind: 'list'; list: ContractList }
  | { kind: 'signatures'; parties: readonly ContractParty[] }
  | { kind: 'page' }
export type ContractBlock = Content<Line> & {
  when: readonly When[]
  /** The line where a table begins; rows behind a condition are of the same one. */
  begins?: number
}

/** The faults of a text, at which line of it. */
export type TextProblem = {
  line: number
  key:
    | 'contracts.wrong.field'
    | 'contracts.wrong.bracket'
    | 'contracts.wrong.condition'
    | 'contracts.wrong.end'
    | 'contracts.wrong.open'
    | 'contracts.wrong.table'
    | 'contracts.wrong.long'
    | 'contracts.wrong.empty' // prettier-ignore
  name: string
}

const isCondition = (text: string) => /^\[\s*(如果|如果不|完)(\s.*)?\]$/.test(text)

const oneOf = <T extends string>(list: readonly T[], name: string | undefined): name is T =>
  list.some((each) => each === name)

/** Reads a template. Blocks are of use only where nothing is wrong. */
export function readContractText(body: string): { blocks: ContractBlock[]; problems: TextProblem[] } {
  const blocks: ContractBlock[] = []
  const problems: TextProblem[] = []
  const open: (When & { line: number })[] = []
  const wrong = (line: number, key: TextProblem['key'], name = '') => problems.push({ line, key, name })

  const piecesOf = (text: string, line: number): Line =>
    text.split(/(\{[^{}]*\})/).flatMap((part): Piece[] => {
      if (part === '') return []
      if (!/^\{.*\}$/.test(part)) {
        if (/[{}]/.test(part)) wrong(line, 'contracts.wrong.field', part)
        return [part]
      }
      const name = part.slice(1, -1).trim()
      if (oneOf(contractFields, name)) return [{ field: name }]
      wrong(line, 'contracts.wrong.field', name)
      return []
    })

  const command = (text: string, line: number): Content<Line> | undefined => {
    const [verb = '', ...names] = text.trim().split(/\s+/)
    const [name] = names
    if (verb === '如果' || verb === '如果不') {
      if (oneOf(contractConditions, name)) open.push({ condition: name, is: verb === '如果', line })
      else {
        wrong(line, 'contracts.wrong.condition', name)
        // It has an end all the same, which is not wrong.
        open.push({ condition: '新车', is: true, line })
      }
      return undefined
    }
    if (verb === '完') {
      if (!open.pop()) wrong(line, 'contracts.wrong.end')
      return undefined
    }
    if (verb === '换页') return { kind: 'page' }
    if (verb === '表格' && oneOf(contractLists, name)) return { kind: 'list', list: name }
    const parties = names.filter((each) => oneOf(contractParties, each)) as ContractParty[]
    if (verb === '签章' && parties.length > 0 && parties.length === names.length)
      return { kind: 'signatures', parties }
    wrong(line, 'contracts.wrong.bracket', `[${text}]`)
    return undefined
  }

  // The line where the table begins that the next row would go on with.
  let table: number | undefined
  for (const [at, raw] of body.split(/\r?\n/).entries()) {
    const text = raw.trim()
    const line = at + 1
    if (text.startsWith('|')) table ??= line
    else if (!isCondition(text)) table = undefined
    if (text === '') continue
    const when = open.map(({ condition, is }) => ({ condition, is }))
    const bracket = /^\[(.*)\]$/.exec(text)?.[1]
    if (bracket !== undefined) {
      const content = command(bracket, line)
      if (content) blocks.push({ ...content, when })
    } else if (text.startsWith('|')) {
      const row = text
        .replace(/^\||\|$/g, '')
        .split('|')
        .map((cell) => piecesOf(cell.trim(), line))
      if (/^[|\s]*$/.test(text)) wrong(line, 'contracts.wrong.table')
      blocks.push({ kind: 'table', rows: [row], when, ...(table !== undefined && { begins: table }) })
    } else if (text.startsWith('# ')) {
      blocks.push({ kind: 'heading', text: piecesOf(text.slice(2), line), when })
    } else blocks.push({ kind: 'text', text: piecesOf(text, line), when })
  }
  for (const { line } of open) wrong(line, 'contracts.wrong.open')
  const most = { list: 20, page: 100 } as const
  const exceeds = (kind: keyof typeof most) =>
    blocks.filter((block) => block.kind === kind).length > most[kind]
  if (blocks.length > 3_000 || exceeds('list') || exceeds('page')) wrong(1, 'contracts.wrong.long')
  if (blocks.length === 0 && problems.length === 0) wrong(1, 'contracts.wrong.empty')
  return { blocks, problems }
}

/**
 * Everything that an order says for the fields, conditions and tables of its contracts; a field may be without a value.
 */
export type ContractFacts = {
  fields: Partial<Record<ContractField, string>>
  conditions: readonly ContractCondition[]
  lists: Record<ContractList, { head: readonly string[]; rows: readonly (readonly string[])[] }>
}

/** A contract as it is printed. */
export type ContractPaper = {
  title: string
  contractNo: string
  /** On paper that is no contract the name of its number. */
  numberLabel?: string
  /** Of the tenant, above each page. */
  company: string
  blocks: readonly (
    | Exclude<Content<string>, { kind: 'list' }>
    | { kind: 'rows'; head: readonly string[]; rows: readonly (readonly string[])[] }
  )[]
}

/** Fills a template. @returns the blocks, and the fields that it names and the order does not have */
export function fillContract(
  blocks: readonly ContractBlock[],
  { fields, conditions, lists }: ContractFacts,
): { blocks: ContractPaper['blocks']; missing: ContractField[] } {
  const missing = new Set<ContractField>()
  const textOf = (line: Line) =>
    line
      .map((piece) => {
        if (typeof piece === 'string') return piece
        const value = fields[piece.field]
        if (!value) missing.add(piece.field)
        return value ? shownText(value) : '________'
      })
      .join('')
  const holds = (condition: ContractCondition) => conditions.includes(condition)
  const filled: ContractPaper['blocks'][number][] = []
  let table: number | undefined
  for (const { when, begins, ...block } of blocks) {
    if (!when.every(({ condition, is }) => holds(condition) === is)) continue
    const before = filled.at(-1)
    if (block.kind === 'list') filled.push({ kind: 'rows', ...lists[block.list] })
    else if (block.kind === 'table') {
      const rows = block.rows.map((row) => row.map(textOf))
      if (before?.kind === 'table' && begins === table) before.rows = [...before.rows, ...rows]
      else filled.push({ kind: 'table', rows })
      table = begins
    } else if (block.kind === 'signatures') {
      const parties = block.parties.filter((party) => {
        const wanted = partyWants[party]
        return !wanted || holds(wanted)
      })
      if (parties.length > 0) filled.push({ kind: 'signatures', parties })
    } else if ('text' in block) filled.push({ kind: block.kind, text: textOf(block.text) })
    else filled.push(block)
  }
  return { blocks: filled, missing: [...missing] }
}

/** Every text of a paper, to be held against the fonts. */
export function textsOf({ title, contractNo, company, blocks }: ContractPaper): string[] {
  return [
    title,
    contractNo,
    company,
    ...blocks.flatMap((block): readonly string[] => {
      if (block.kind === 'heading' || block.kind === 'text') return [block.text]
      if (block.kind === 'table') return block.rows.flat()
      if (block.kind === 'rows') return [...block.head, ...block.rows.flat()]
      return block.kind === 'signatures' ? block.parties : []
    }),
  ]
}
