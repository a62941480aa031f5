'use client'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { ReadFailure } from '@/components/detail/read-failure'
import { DateBound } from '@/components/list/date-bound'
import { ActionButton } from '@/components/ui/action-button'
import cards from '@/components/ui/card-table.module.css'
import Link from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { Section } from '@/components/ui/section'
import { EmptyState, SkeletonLines } from '@/components/ui/states'
import { StatusTag } from '@/components/ui/status-tag'
import { useTabLocation } from '@/components/ui/tab-port'
import { DateTimeText, MoneyText, noValue } from '@/components/ui/texts'
import { showDateTime } from '@/components/ui/time-text'
import { download } from '@/lib/client/download'
import { messageOf } from '@/lib/client/funnel'
import { q } from '@/lib/client/query'
import { releases } from '@/lib/domains/releases/contract'
import {
  type DayCell,
  type DayColumn,
  dayColumns,
  dayTotals,
  sheetDay,
} from '@/lib/domains/releases/rules/release-day'
import { useT } from '@/lib/i18n/use-t'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import { href } from '@/lib/routes'
import { addDays, isIsoDate } from '@/lib/rules/business-date'
import { FileStateTag } from '../_parts/file-state'
import styles from './day.module.css'

type Day = OutputOf<typeof releases.day>

/** The newest sheet follows what is checked and paid. */
const askedEveryMs = 5_000

/** 出纳日报: a day's releases by funder and account, what is late, and why; the browser prints what is shown. */
export function ReleaseDayScreen() {
  const t = useT()
  const { query, setQuery } = useTabLocation()
  const asked = new URLSearchParams(query).get('day') ?? ''
  const day = isIsoDate(asked) ? asked : undefined
  const { data, error, isFetching, refetch } = useQuery({
    ...q(releases.day, { day }),
    refetchInterval: ({ state }) => (isNewest(day, state.data) ? askedEveryMs : false),
  })
  const { print, isPrinting } = usePrint(data?.at, refetch)
  const shown = day ?? data?.day
  const last = newestDay(data)
  const isLast = isNewest(day, data)
  const show = (next: string) => setQuery({ day: next === '' ? null : next }, { replace: true })
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div>
          <h1>{t('routes.releaseDay')}</h1>
          {data && (
            <p className={styles.asOf}>
              {t('releases.day.asOf')} <DateTimeText value={data.at} />
            </p>
          )}
        </div>
        <span className={styles.tools}>
          {shown && (
            <>
              <ActionButton onClick={() => show(addDays(shown, -1))}>{t('releases.day.before')}</ActionButton>
              <span className={styles.day}>
                <DateBound label={t('releases.day.of')} value={shown} max={last} onCommit={show} />
              </span>
              <ActionButton
                permit={isLast ? { ok: false, reason: 'releases.day.isToday' } : { ok: true }}
                onClick={() => show(addDays(shown, 1))}
              >
                {t('releases.day.after')}
              </ActionButton>
            </>
          )}
          {shown && <ExportDay day={shown} />}
          <ActionButton busy={isPrinting} onClick={print}>
            {t('releases.day.print')}
          </ActionButton>
        </span>
      </header>
      {error && data && (
        <Notice tone="rejected" role="alert">
          {t('releases.day.notRead', { why: messageOf(error), time: showDateTime(data.at) })}
          <ActionButton size="small" busy={isFetching} onClick={() => void refetch()}>
            {t('ui.retry')}
          </ActionButton>
        </Notice>
      )}
      {error && !data && <ReadFailure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonLines lines={10} />}
      {data && <Figures data={data} />}
    </div>
  )
}

function ExportDay({ day }: { day: string }) {
  const t = useT()
  const [isBusy, setBusy] = useState(false)
  const save = () => {
    setBusy(true)
    void download(releases.exportDay, { day })
      .catch(() => {})
      .finally(() => setBusy(false))
  }
  return (
    <ActionButton busy={isBusy} onClick={save}>
      {t('list.export')}
    </ActionButton>
  )
}

/** Everything that is checked after the cut-off has its sheet already. */
const newestDay = (data: Day | undefined) => sheetDay(new Date().toISOString(), data?.cutoff ?? null)

const isNewest = (day: string | undefined, data: Day | undefined) =>
  day === undefined || day >= newestDay(data)

/** Prints what is true now: the sheet is read again first, and not printed where that fails, which the page says. */
function usePrint(at: string | undefined, read: () => Promise<{ data?: Day | undefined; isError: boolean }>) {
  const [isPrinting, setPrinting] = useState(false)
  // The figures have to stand on the page before it is printed.
  const [from, setFrom] = useState<string>()
  useEffect(() => {
    if (from === undefined || at === undefined || at < from) return
    setFrom(undefined)
    window.print()
  }, [at, from])
  const print = async () => {
    setPrinting(true)
    const { data, isError } = await read()
    setPrinting(false)
    if (!isError) setFrom(data?.at)
  }
  return { print, isPrinting }
}

function Figures({ data: { day, cutoff, groups, backdated, late, files } }: { data: Day }) {
  const t = useT()
  const [opened, setOpened] = useState<Figure>()
  const totals = dayTotals(groups)
  const columns = dayColumns.filter((column) => column !== 'backdated' || totals.backdated.count > 0)
  const note = cutoff && <Notice tone="waiting">{t('releases.day.cutoffNote', { cutoff })}</Notice>
  if (groups.length === 0 && late.length === 0 && files.length === 0)
    return (
      <>
        {note}
        <EmptyState title={t('releases.day.empty', { day })} />
      </>
    )
  return (
    <>
      {note}
      <Section title={t('releases.day.sums', { day })}>
        <table
          className={`${cards.table} ${cards.fitted} ${styles.table}`}
          aria-label={t('releases.day.sums', { day })}
        >
          <thead>
            <tr>
              <th scope="col">{t('columns.capitalName')}</th>
              <th scope="col">{t('releases.payerAccount')}</th>
              {columns.map((column) => (
                <th key={column} scope="col" className={cards.number}>
                  {t(`releases.day.columns.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {groups.map(({ capitalName, payerAccount, payerLabel, cells }) => (
              <tr key={`${capitalName} ${payerAccount}`}>
                <td data-label={t('columns.capitalName')}>{capitalName}</td>
                <td data-label={t('releases.payerAccount')}>
                  {payerLabel} <small>{payerAccount}</small>
                </td>
                {columns.map((column) => (
                  <Cell
                    key={column}
                    column={column}
                    cell={cells[column]}
                    onOpen={() => setOpened({ column, capitalName, payerAccount })}
                  />
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={2}>
                {t('releases.total')}
              </th>
              {columns.map((column) => (
                <Cell key={column} column={column} cell={totals[column]} />
              ))}
            </tr>
          </tfoot>
        </table>
      </Section>
      {opened && <FigureRows day={day} figure={opened} onClose={() => setOpened(undefined)} />}
      {backdated.length > 0 && (
        <Payments
          title={t('releases.day.backdated', { count: backdated.length })}
          rows={backdated}
          facts={[
            { label: t('releases.bankReference'), of: ({ bankReference }) => bankReference },
            { label: t('releases.paidAt'), of: ({ paidAt }) => <DateTimeText value={paidAt} /> },
          ]}
        />
      )}
      {late.length > 0 && (
        <Payments
          title={t('releases.day.late', { count: late.length })}
          rows={late}
          facts={[
            {
              label: t('releases.day.why'),
              of: ({ why }) => <StatusTag tone="rejected">{t(`releases.day.reasons.${why}`)}</StatusTag>,
            },
            { label: t('releases.day.since'), of: ({ since }) => <DateTimeText value={since} /> },
          ]}
        />
      )}
      {files.length > 0 && <Files files={files} />}
      <footer className={styles.signatures}>
        {(['made', 'checkedBy', 'head', 'signedOn'] as const).map((line) => (
          <span key={line}>{t(`releases.day.${line}`)}</span>
        ))}
      </footer>
    </>
  )
}

type Figure = { column: DayColumn; capitalName: string; payerAccount: string }

/** The payments that make one figure of the sheet. */
function FigureRows({ day, figure, onClose }: { day: string; figure: Figure; onClose: () => void }) {
  const t = useT()
  const { data, error, refetch } = useQuery(q(releases.dayRows, { day, ...figure }))
  const title = [t(`releases.day.columns.${figure.column}`), figure.capitalName, figure.payerAccount].join(
    ' · ',
  )
  if (error) return <ReadFailure error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonLines lines={3} />
  return (
    <Payments
      title={title}
      rows={data.rows}
      facts={[
        { label: t('releases.payNo'), of: ({ payNo }) => payNo },
        { label: t('releases.payeeName'), of: ({ payeeName }) => payeeName },
        { label: t('releases.bankReference'), of: ({ bankReference }) => bankReference || noValue },
        { label: t('releases.paidAt'), of: ({ paidAt }) => <DateTimeText value={paidAt} /> },
      ]}
      actions={
        <ActionButton size="small" onClick={onClose}>
          {t('shell.close')}
        </ActionButton>
      }
    />
  )
}

type PaymentRow = { orderId: number; orderNo: string; customerName: string; payNo: string; amount: string }

/** Payments one by one, each with what is to be known of it here. */
function Payments<Row extends PaymentRow>({
  title,
  rows,
  facts,
  actions,
}: {
  title: string
  actions?: ReactNode
  rows: readonly Row[]
  facts: readonly { label: string; of: (row: Row) => ReactNode }[]
}) {
  const t = useT()
  return (
    <Section title={title} actions={actions}>
      <table className={`${cards.table} ${cards.fitted} ${styles.table}`} aria-label={title}>
        <thead>
          <tr>
            <th scope="col">{t('columns.orderNo')}</th>
            <th scope="col">{t('columns.customerName')}</th>
            <th scope="col" className={cards.number}>
              {t('releases.amount')}
            </th>
            {facts.map(({ label }) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.payNo}>
              <td data-label={t('columns.orderNo')}>
                <Link href={href('releaseCase', { orderId: row.orderId })}>{row.orderNo}</Link>
              </td>
              <td data-label={t('columns.customerName')}>{row.customerName}</td>
              <td className={cards.number} data-label={t('releases.amount')}>
                <MoneyText value={row.amount} />
              </td>
              {facts.map(({ label, of }) => (
                <td key={label} data-label={label}>
                  {of(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}

function Files({ files }: Pick<Day, 'files'>) {
  const t = useT()
  return (
    <Section title={t('releases.day.files')}>
      <table
        className={`${cards.table} ${cards.fitted} ${styles.table}`}
        aria-label={t('releases.day.files')}
      >
        <thead>
          <tr>
            <th scope="col">{t('paymentFiles.fileNo')}</th>
            <th scope="col">{t('paymentFiles.payerAccount')}</th>
            <th scope="col" className={cards.number}>
              {t('paymentFiles.amount')}
            </th>
            <th scope="col">{t('paymentFiles.answered')}</th>
            <th scope="col">{t('paymentFiles.status')}</th>
          </tr>
        </thead>
        <tbody>
          {files.map(({ id, fileNo, payerAccount, count, amount, answered, status }) => (
            <tr key={id}>
              <td data-label={t('paymentFiles.fileNo')}>
                <Link href={href('paymentFileCase', { fileId: id })}>{fileNo}</Link>
              </td>
              <td data-label={t('paymentFiles.payerAccount')}>{payerAccount}</td>
              <td className={cards.number} data-label={t('paymentFiles.amount')}>
                <MoneyText value={amount} /> <small>{t('releases.day.count', { count })}</small>
              </td>
              <td data-label={t('paymentFiles.answered')}>
                {answered}/{count}
              </td>
              <td data-label={t('paymentFiles.status')}>
                <FileStateTag state={status} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}

function Cell({
  column,
  cell: { count, amount },
  onOpen,
}: {
  column: DayColumn
  cell: DayCell
  /** Shows the payments behind it. */
  onOpen?: () => void
}) {
  const t = useT()
  return (
    <td className={cards.number} data-label={t(`releases.day.columns.${column}`)}>
      {count > 0 ? (
        <>
          {onOpen ? (
            <button type="button" className={styles.figure} onClick={onOpen}>
              <MoneyText value={amount} />
            </button>
          ) : (
            <MoneyText value={amount} />
          )}{' '}
          <small>{t('releases.day.count', { count })}</small>
        </>
      ) : (
        noValue
      )}
    </td>
  )
}
