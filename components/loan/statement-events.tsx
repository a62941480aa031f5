import { ScrollArea } from '@/components/ui/scroll-area'
import { Section } from '@/components/ui/section'
import { DateTimeText, MoneyText, noValue } from '@/components/ui/texts'
import type { StatementEventView } from '@/lib/domains/loans/contract'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import { formatMoney } from '@/lib/rules/money-text'
import styles from './loan-page.module.css'

const columns = ['valueDate', 'event', 'amount', 'settles', 'balanceThen', 'bookedBy', 'checkedBy'] as const
const amounts: ReadonlySet<string> = new Set(['amount', 'balanceThen'])

/** 往来明细: what happened, in the order of the days on which it counts; what was reversed is struck through. */
export function StatementEvents({ events }: { events: readonly StatementEventView[] }) {
  const t = useT()
  return (
    <Section title={t('loans.events')}>
      <ScrollArea label={t('loans.events')}>
        <table className={styles.table} aria-label={t('loans.events')}>
          <thead>
            <tr>
              {columns.map((name) => (
                <th key={name} scope="col" className={amounts.has(name) ? styles.number : undefined}>
                  {t(`loans.line.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {events.map((event) => (
              <EventLine key={event.factNo} event={event} />
            ))}
          </tbody>
        </table>
      </ScrollArea>
    </Section>
  )
}

function EventLine({ event }: { event: StatementEventView }) {
  const t = useT()
  const { factNo, kind, detail, reversedBy, allocations } = event
  return (
    <tr data-reversed={reversedBy !== null || undefined}>
      <td>{event.valueDate}</td>
      <td>
        <span className={styles.said}>
          {factNo} {t(`loans.facts.${kind}`)}
        </span>{' '}
        {Object.entries(detail).map(([name, value]) => (
          <small key={name}>{detailText(t, name, value)} </small>
        ))}
        {reversedBy !== null && <small>{t('loans.reversedBy', { no: reversedBy })}</small>}
      </td>
      <td className={styles.number}>
        <span className={styles.said}>{event.amount ? <MoneyText value={event.amount} /> : noValue}</span>
      </td>
      <td className={styles.wrap}>
        {allocations.length === 0
          ? noValue
          : allocations.map(({ periodNo, component, amount }) => (
              <div key={`${periodNo} ${component}`}>
                {t(periodNo === null ? 'loans.settledWhole' : 'loans.settled', {
                  no: periodNo ?? 0,
                  component: t(`loans.components.${component}`),
                  amount: formatMoney(amount),
                })}
              </div>
            ))}
      </td>
      <td className={styles.number}>
        <MoneyText value={event.balance} />
      </td>
      <td>
        {event.byName ?? t('loans.bySystem')}{' '}
        <small>
          <DateTimeText value={event.bookedAt} />
        </small>
      </td>
      <td>{event.checkedByName ?? noValue}</td>
    </tr>
  )
}

const plainDetails: ReadonlySet<string> = new Set(['periodNo', 'of'])

const detailText = (t: ReturnType<typeof useT>, name: string, value: string): string =>
  plainDetails.has(name)
    ? t(`loans.details.${name}` as MessageKey, { no: value } as never)
    : t(`loans.details.${value}` as MessageKey)
