'use client'
import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { ActionButton } from '@/components/ui/action-button'
import cards from '@/components/ui/card-table.module.css'
import { Notice } from '@/components/ui/notice'
import { KeyValue, KeyValues } from '@/components/ui/section'
import { MoneyText, noValue } from '@/components/ui/texts'
import { download } from '@/lib/client/download'
import { q } from '@/lib/client/query'
import { capitalOrders } from '@/lib/domains/capital/contract'
import { firstPayments } from '@/lib/domains/first-payments/contract'
import type { PayMethod, RefundKind, RefundRemedy } from '@/lib/domains/first-payments/rules/first-payment'
import type { LineResult } from '@/lib/domains/payment-files/rules/payment-file'
import { releases } from '@/lib/domains/releases/contract'
import type { AccountKind } from '@/lib/domains/settle-accounts/rules/settle-account'
import { useT } from '@/lib/i18n/use-t'
import { type ChangeRow, changes } from '@/lib/platform/changes/contract'
import {
  type ChangeLine,
  decidingLines,
  groupedLines,
  planFields,
  reasonLabel,
} from '@/lib/platform/changes/rules/pending-change'
import { sum } from '@/lib/rules/money'
import { formatMoney } from '@/lib/rules/money-text'
import styles from './changes.module.css'

/** Everything that a checker answers for: how much, from whom and to whom, each value with what stood there before. */
export function ChangeLines({ change }: { change: ChangeRow }) {
  const t = useT()
  const { moving, beside, parties, rest } = groupedLines(change)
  return (
    <div className={styles.lines}>
      {moving && (
        <div className={styles.moving}>
          <KeyValues>
            <KeyValue label={t(`changes.fields.${moving.field}`)}>
              <strong className={styles.amount}>
                <LineWithFormer line={moving} />
              </strong>
            </KeyValue>
            <Pairs lines={beside} />
          </KeyValues>
        </div>
      )}
      {parties.length > 0 && (
        <div className={styles.parties}>
          {parties.map(({ party, lines }) => (
            <section key={party} aria-label={t(`changes.parties.${party}`)}>
              <h3>{t(`changes.parties.${party}`)}</h3>
              <KeyValues>
                <Pairs lines={lines} />
              </KeyValues>
            </section>
          ))}
        </div>
      )}
      <KeyValues>
        <Pairs lines={rest} />
        {change.reason && <KeyValue label={t(reasonLabel(change.kind))}>{change.reason}</KeyValue>}
      </KeyValues>
      <Proof change={change} />
    </div>
  )
}

function Pairs({ lines }: { lines: readonly ChangeLine[] }) {
  const t = useT()
  return lines.map((line) => (
    <KeyValue key={line.field} label={t(`changes.fields.${line.field}`)}>
      <LineWithFormer line={line} />
    </KeyValue>
  ))
}

/** The page where the paper is read that a change is checked against. */
const proofs: Partial<Record<ChangeRow['kind'], (orderId: number, aboutId: number) => Promise<void>>> = {
  receipt: (orderId, paymentId) => download(firstPayments.proof, { orderId, paymentId }),
  bankResult: (orderId, paymentId) => download(releases.proof, { orderId, paymentId }),
  funder: (orderId, pushId) => download(capitalOrders.proof, { orderId, pushId }),
}

function Proof({ change: { kind, title, orderId, aboutId } }: { change: ChangeRow }) {
  const t = useT()
  const open = proofs[kind]
  if (!open || orderId === null) return null
  return (
    <ActionButton
      size="small"
      aria-label={`${t('changes.openProof')} ${title}`}
      onClick={() => open(orderId, aboutId).catch(() => {})}
    >
      {t('changes.openProof')}
    </ActionButton>
  )
}

const isOfPlan = ({ field }: ChangeLine) => (planFields as readonly string[]).includes(field)

/** A value, and below it what stood there before, or in the signed plan. */
function LineWithFormer({ line }: { line: ChangeLine | undefined }) {
  const t = useT()
  if (!line) return noValue
  return (
    <>
      <LineValue line={line} value={line.value} />
      {line.was !== undefined && (
        <small className={styles.was}>
          {t(isOfPlan(line) ? 'changes.signed' : 'changes.was', { value: '' })}
          <LineValue line={line} value={line.was} />
        </small>
      )}
    </>
  )
}

function LineValue({ line: { kind }, value }: { line: ChangeLine; value: string }) {
  const t = useT()
  switch (kind) {
    case 'money':
      return <MoneyText value={value} />
    case 'number':
      return <code className={styles.number}>{value.replace(/(.{4})(?=.)/g, '$1 ')}</code>
    case 'yesNo':
      return t(value === 'true' ? 'changes.yes' : 'changes.no')
    case 'accountKind':
      return t(`accounts.kinds.${value as AccountKind}`)
    case 'payMethod':
      return t(`firstPayments.methods.${value as PayMethod}`)
    case 'refundKind':
      return t(`firstPayments.refundKinds.${value as RefundKind}`)
    case 'refundRemedy':
      return t(`firstPayments.remedies.${value as RefundRemedy}`)
    case 'overpaid':
      return <strong>{t('firstPayments.overpaid', { amount: formatMoney(value) })}</strong>
    case 'bankResult':
      return t(`paymentFiles.results.${value as LineResult}`)
    default:
      return value
  }
}

/** An account of ours, how many, what is given and what is taken say nothing without their name. */
const labelled: readonly ChangeLine['field'][] = [
  ...(['payerAccount', 'count', 'permissionsAdded', 'permissionsRemoved'] as const),
  ...(['menusAdded', 'menusRemoved', 'touched'] as const),
]

/** In a list: what a checker decides by, in one line, and each name once where the customer pays or is paid himself. */
export function ChangeContent({ change }: { change: ChangeRow }) {
  const t = useT()
  const lines = decidingLines(change)
  const shown = lines.filter(({ value }, at) => lines.findIndex((one) => one.value === value) === at)
  return (
    <span className={styles.content}>
      {shown.map((line, at) => (
        <Fragment key={line.field}>
          {at > 0 && ' · '}
          {labelled.includes(line.field) && `${t(`changes.fields.${line.field}`)} `}
          <LineValue line={line} value={line.value} />
        </Fragment>
      ))}
    </span>
  )
}

const payerOf = ({ lines }: ChangeRow) => lines.find(({ field }) => field === 'payerAccount')

/**
 * Before the pay password: of one change each value, of many their sum, as the service judges them now. What does not go
 * is in no sum and says why.
 */
export function JudgedChanges({ rows }: { rows: readonly ChangeRow[] }) {
  const t = useT()
  const ids = rows.map(({ id }) => id)
  const hashes = rows.map(({ contentHash }) => contentHash)
  const { data, isPending } = useQuery({ ...q(changes.judge, { ids, hashes }), staleTime: 0 })
  if (isPending) return <p>{t('changes.judging')}</p>
  const left = data?.left ?? []
  const going = rows.filter(({ id }) => !left.some((one) => one.id === id))
  const [only] = rows
  return (
    <>
      {rows.length === 1 && only ? (
        <ChangeLines change={only} />
      ) : (
        going.length > 0 && <ChangeSum rows={going} />
      )}
      {left.length > 0 && (
        <Notice tone="returned">
          {rows.length > 1 && <strong>{t('changes.notGoing', { count: left.length })}</strong>}
          <ul>
            {left.map(({ id, reason }) => (
              <li key={id}>
                {rows.find((row) => row.id === id)?.title} {reason}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  )
}

/** Of many changes how many and how much: those of one kind and one paying account together, each with whom it pays. */
export function ChangeSum({ rows }: { rows: readonly ChangeRow[] }) {
  const groups = [...Map.groupBy(rows, (row) => `${row.kind} ${payerOf(row)?.value ?? ''}`).entries()]
  // Everything that comes in and what goes out makes no sum.
  const isOneKind = new Set(rows.map(({ kind }) => kind)).size === 1
  return (
    <div className={styles.sum}>
      <strong>
        <SumText rows={rows} amounts={isOneKind} />
      </strong>
      <div className={styles.groups}>
        {groups.map(([key, some]) => (
          <Group key={key} rows={some} isOnly={groups.length === 1} />
        ))}
      </div>
    </div>
  )
}

function SumText({ rows, amounts }: { rows: readonly ChangeRow[]; amounts: boolean }) {
  const t = useT()
  const paid = rows.flatMap(({ amount }) => amount ?? [])
  return amounts && paid.length > 0
    ? t('changes.sum', { count: rows.length, amount: formatMoney(sum(paid)) })
    : t('list.total', { total: rows.length })
}

function Group({ rows, isOnly }: { rows: readonly ChangeRow[]; isOnly: boolean }) {
  const t = useT()
  const [first] = rows
  const payer = first && payerOf(first)
  const isPaid = rows.some(({ amount }) => amount !== null)
  const shown = rows.map((row) => ({ row, lines: decidingLines(row) }))
  // A column of what any of them has, in the order in which it is read.
  const fields = [...new Set(shown.flatMap(({ lines }) => lines.map(({ field }) => field)))].filter(
    (field) => field !== 'payerAccount',
  )
  return (
    <table className={`${cards.table} ${cards.fitted}`}>
      <caption className={styles.group}>
        {first && t(`changes.kinds.${first.kind}`)}
        {payer && (
          <>
            {' · '}
            {t('changes.fields.payerAccount')} <LineValue line={payer} value={payer.value} />
          </>
        )}
        {!isOnly && (
          <>
            {' · '}
            <SumText rows={rows} amounts />
          </>
        )}
      </caption>
      <thead>
        <tr>
          <th scope="col">{t('changes.titleOf')}</th>
          {fields.map((field) => (
            <th key={field} scope="col">
              {t(`changes.fields.${field}`)}
            </th>
          ))}
          {isPaid && (
            <th scope="col" className={cards.number}>
              {t('changes.amount')}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {shown.map(({ row, lines }) => (
          <tr key={row.id}>
            <td data-label={t('changes.titleOf')}>
              {row.title}
              <Proof change={row} />
            </td>
            {fields.map((field) => (
              <td key={field} data-label={t(`changes.fields.${field}`)}>
                <LineWithFormer line={lines.find((line) => line.field === field)} />
              </td>
            ))}
            {isPaid && (
              <td className={cards.number} data-label={t('changes.amount')}>
                <MoneyText value={row.amount} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
