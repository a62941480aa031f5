'use client'
import { defineList } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import { useVerbs } from '@/components/verb/use-verbs'
import { verb } from '@/components/verb/verb'
import { codeOptions } from '@/lib/client/options'
import { books, type PeriodRow } from '@/lib/domains/books/contract'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'
import { ClosingChecks } from '../_parts/closing-checks'

const list = defineList({
  name: 'periods',
  endpoint: books.periods,
  words: 'books',
  title: 'routes.periods',
  search: 'books.periodSearch',
  filters: [
    { kind: 'select', name: 'state', options: codeOptions('books.periodStates', ['open', 'closed']) },
  ],
  columns: [
    { key: 'month', width: 112, sort: true, card: true },
    {
      key: 'state',
      width: 96,
      card: true,
      codes: 'books.periodStates',
      tones: { open: 'waiting', closed: 'closed' },
    },
    { key: 'vouchers', kind: 'number', width: 96, card: true },
    { key: 'movedAt', kind: 'dateTime', width: 164 },
    { key: 'movedByName', width: 96 },
    { key: 'checkedByName', width: 96 },
    { key: 'reason', width: 220 },
  ],
  sort: 'month:desc',
  empty: { title: 'books.periodsEmpty', hint: 'books.periodsEmptyHint' },
})

const name = ({ month }: PeriodRow) => month
const waits = { ok: false, reason: 'books.refusals.waits' } as const
const reason = { kind: 'text', label: 'books.reason', required: true, maxLength: 200 } as const

const close = verb(books.closePeriod, {
  label: 'books.close',
  of: ({ state }: PeriodRow) => state === 'open',
  permit: (row: PeriodRow) => (row.waits ? waits : { ok: true }),
  ask: 'books.closeTitle',
  note: 'books.closeNote',
  lead: ({ id }: PeriodRow) => <ClosingChecks id={id} />,
  fields: { reason: { kind: 'text', label: 'books.closeReason', maxLength: 200 } },
  input: ({ id }, values) => ({ id, ...values }),
  done: 'books.proposed',
  name,
})
const reopen = verb(books.reopenPeriod, {
  label: 'books.reopen',
  tone: 'danger',
  of: ({ state }: PeriodRow) => state === 'closed',
  permit: (row: PeriodRow) =>
    row.waits ? waits : row.isLastClosed ? { ok: true } : { ok: false, reason: 'books.refusals.notLast' },
  ask: 'books.reopenTitle',
  note: 'books.reopenNote',
  fields: { reason },
  input: ({ id }, values) => ({ id, ...values }),
  done: 'books.proposed',
  name,
})
const prove = verb(books.prove, {
  label: 'books.prove',
  of: ({ state }: PeriodRow) => state === 'open',
  ask: 'books.proveTitle',
  note: 'books.proveNote',
  input: ({ id }: PeriodRow) => ({ id }),
  done: 'books.proveStarted',
  name,
})

/** 会计期间: the months of the books, closed and opened again by two people. */
export function PeriodsScreen() {
  const t = useT()
  const verbs = useVerbs({ close, reopen, prove })
  return (
    <ListScreen
      list={list}
      verbs={verbs}
      rowActions={(row) => [
        ...verbs.of(row),
        ...(row.waits ? [{ key: 'check', label: t('books.check'), href: href('changes') }] : []),
      ]}
    />
  )
}
