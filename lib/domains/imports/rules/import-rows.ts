import { cleanText } from '../../../rules/clean-value.ts'
import type { RuleMessage } from '../../../rules/rule-message.ts'
import type { LineFinding } from '../../gps/rules/gps.ts'
import type { NamedPolicy } from '../../materials/rules/policy.ts'
import type { ImportField } from './import-kinds.ts'

/** The rows of a file as rows of a list, and why one is none. Pure, the same in the thread and in tests. */

/** The head of the column that each field is read from. */
export type ImportColumns = Partial<Record<ImportField, string>>
export type ImportValues = Partial<Record<ImportField, string>>

/** The words of a field that has a choice, each with its code. */
export type ImportChoices = Partial<Record<ImportField, Readonly<Record<string, string>>>>
/** The heads by which a field is known; the first is that of the template. */
export type ImportHeads = Partial<Record<ImportField, readonly string[]>>

export type ImportFinding =
  | RuleMessage
  | LineFinding
  | 'imports.wrong.choice'
  | 'imports.wrong.double'
  | 'blacklist.isOver'
  | 'papers.refusals.policyEnd'

export type Wrong = { field: ImportField; finding: ImportFinding }

export type ImportRule = {
  fields: readonly ImportField[]
  required: readonly ImportField[]
  /** The field that two rows must not have alike. */
  keyField: ImportField
  /** The cleaned values of a row with the key that tells it from others, or what is wrong with it. */
  judge: (values: ImportValues, today: string) => { values: ImportValues; key: string } | Wrong
}

/** A row by its number in the file, from 1 on. */
export type RightRow = { row: number; key: string; values: ImportValues }
export type WrongRow = {
  row: number
  field: ImportField
  /** By its key, or as the list itself has said it. */
  finding: Wrong['finding'] | { said: string }
  value: string
}

/** A row of the list that was completed, as it was before. */
export type FormerRow = { id: number; before: NamedPolicy }

export type ReadImport = {
  /** The columns of the file. */
  heads: string[]
  columns: ImportColumns
  /** The fields that have no column: then no row is read. */
  lacks: ImportField[]
  right: RightRow[]
  wrong: WrongRow[]
}

const headOf = (cell: string): string => cleanText(cell).replace(/\s+/g, '')

export const lacksOf = ({ required }: Pick<ImportRule, 'required'>, columns: ImportColumns): ImportField[] =>
  required.filter((field) => !columns[field])

function guessColumns(fields: readonly ImportField[], known: ImportHeads, heads: readonly string[]) {
  const columns: ImportColumns = {}
  for (const field of fields) {
    const head = known[field]?.map(headOf).find((name) => heads.includes(name))
    if (head !== undefined) columns[field] = head
  }
  return columns
}

/**
 * @param columns as they were mapped; found by their heads where they are not
 * @param today the business date
 */
export function readRows(
  rule: ImportRule,
  rows: readonly (readonly string[])[],
  { heads: known, choices }: { heads: ImportHeads; choices: ImportChoices },
  columns: ImportColumns | null,
  today: string,
): ReadImport {
  const heads = (rows[0] ?? []).map(headOf)
  const used = columns ?? guessColumns(rule.fields, known, heads)
  const lacks = lacksOf(rule, used)
  const read: ReadImport = {
    heads: heads.filter((head) => head !== ''),
    columns: used,
    lacks,
    right: [],
    wrong: [],
  }
  if (lacks.length > 0) return read
  const seen = new Set<string>()
  rows.forEach((row, index) => {
    if (index === 0 || row.every((cell) => cell.trim() === '')) return
    const cellOf = (field: ImportField) => (row[heads.indexOf(used[field] ?? '')] ?? '').trim()
    const judged = judgeRow(rule, cellOf, choices, today)
    const wrong = (field: ImportField, finding: Wrong['finding']) =>
      read.wrong.push({ row: index + 1, field, finding, value: cellOf(field) })
    if ('finding' in judged) wrong(judged.field, judged.finding)
    else if (seen.has(judged.key)) wrong(rule.keyField, 'imports.wrong.double')
    else {
      seen.add(judged.key)
      read.right.push({ row: index + 1, key: judged.key, values: judged.values })
    }
  })
  return read
}

function judgeRow(
  rule: ImportRule,
  cellOf: (field: ImportField) => string,
  choices: ImportChoices,
  today: string,
) {
  const values: ImportValues = {}
  for (const field of rule.fields) {
    const text = cellOf(field)
    if (text === '') {
      if (rule.required.includes(field)) return { field, finding: 'rules.required' as const }
      continue
    }
    const words = choices[field]
    const code = words && (words[cleanText(text)] ?? Object.values(words).find((one) => one === text))
    if (words && code === undefined) return { field, finding: 'imports.wrong.choice' as const }
    values[field] = code ?? text
  }
  return rule.judge(values, today)
}
