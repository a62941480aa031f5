import { showPercent } from '@/components/ui/number-text'
import { StatusTag, type Tone } from '@/components/ui/status-tag'
import { DateTimeText, MoneyText, noValue } from '@/components/ui/texts'
import { showDate } from '@/components/ui/time-text'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import type { Column } from './use-list'

const rightAligned = new Set(['money', 'number', 'percent'])

/** Amounts and counts align at the right, everything else at the left. */
export function alignOf(kind: string): 'right' | undefined {
  return rightAligned.has(kind) ? 'right' : undefined
}

/** A value as its column shows it. */
export function CellValue<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  if (column.cell) return column.cell(row)
  const value = column.value(row)
  if (value === null || value === undefined || value === '') return noValue
  const text = String(value)
  if (column.codes) return <CodeWord words={column.codes} code={text} tone={column.tones?.[text]} />
  switch (column.kind) {
    case 'money':
      return <MoneyText value={text} />
    case 'percent':
      return showPercent(text)
    case 'date':
      return showDate(text)
    case 'dateTime':
      return <DateTimeText value={text} />
    default:
      return text
  }
}

function CodeWord({ words, code, tone }: { words: string; code: string; tone: Tone | undefined }) {
  const word = useT()(`${words}.${code}` as MessageKey)
  return tone ? <StatusTag tone={tone}>{word}</StatusTag> : word
}
