import { contractFields, readContractText, type TextProblem } from './contract-text.ts'

/** The text of a template as its editor colours it: piece by piece, line by line. */

/** `wrong` is what does not exist. */
export type Mark = { text: string; kind: 'plain' | 'heading' | 'bar' | 'field' | 'command' | 'wrong' }

const fields: ReadonlySet<string> = new Set(contractFields)

/** Pieces of each line; put together they are the text. */
export function marksOf(body: string, problems: readonly TextProblem[] = readContractText(body).problems) {
  const wrongLines = new Set(
    problems.filter(({ key }) => key !== 'contracts.wrong.field').map(({ line }) => line),
  )
  return body.split('\n').map((text, at): Mark[] => {
    const start = text.trimStart()
    if (wrongLines.has(at + 1)) return [{ text, kind: 'wrong' }]
    if (/^\s*\[.*\]\s*$/.test(text)) return [{ text, kind: 'command' }]
    return text
      .split(start.startsWith('|') ? /(\{[^{}]*\}|\|)/ : /(\{[^{}]*\})/)
      .filter((part) => part !== '')
      .map((part) => ({ text: part, kind: kindOf(part, start.startsWith('# ')) }))
  })
}

function kindOf(part: string, isHeading: boolean): Mark['kind'] {
  if (part === '|') return 'bar'
  if (/^\{.*\}$/.test(part)) return fields.has(part.slice(1, -1).trim()) ? 'field' : 'wrong'
  if (/[{}]/.test(part)) return 'wrong'
  return isHeading ? 'heading' : 'plain'
}

/** The name that a wrong one was probably meant to be; undefined where none is near. */
export function nearestField(name: string): string | undefined {
  const meant = name.replace(/[{}\s]/g, '')
  const [best] = contractFields
    .map((field) => ({ field, steps: stepsBetween(meant, field) }))
    .sort((a, b) => a.steps - b.steps)
  return best && meant !== '' && best.steps <= Math.max(1, Math.floor(best.field.length / 2))
    ? best.field
    : undefined
}

/** A sign was rather forgotten than written wrong, and rather that than written for nothing. */
const costs = { forgotten: 1, wrong: 1.25, needless: 1.5 }

/** The number of edits that make one of the other (Levenshtein). */
function stepsBetween(typed: string, meant: string): number {
  let row = Array.from({ length: meant.length + 1 }, (_, at) => at * costs.forgotten)
  for (const [i, sign] of [...typed].entries()) {
    const next = [(i + 1) * costs.needless]
    for (const [j, other] of [...meant].entries())
      next.push(
        Math.min(
          (next[j] ?? 0) + costs.forgotten,
          (row[j + 1] ?? 0) + costs.needless,
          (row[j] ?? 0) + (sign === other ? 0 : costs.wrong),
        ),
      )
    row = next
  }
  return row.at(-1) ?? 0
}
