import type { StatementRowView } from '@/lib/domains/loans/contract'
import { useT } from '@/lib/i18n/use-t'
import { toFen } from '@/lib/rules/money'
import styles from './loan-page.module.css'

const step = 10
const width = 7
const height = 120

/** Fen as a number: a picture needs no more than a double holds. */
const fen = (money: string): number => Number(toFen(money))

/** The plan as a picture: each instalment a column of principal and interest, filled as far as it is paid, and today. */
export function PlanPicture({ rows, asOf }: { rows: readonly StatementRowView[]; asOf: string }) {
  const t = useT()
  const most = Math.max(1, ...rows.map(({ asked }) => fen(asked.principal) + fen(asked.interest)))
  const scale = (amount: string) => (fen(amount) / most) * height
  const todayAt = rows.filter(({ dueDate }) => dueDate <= asOf).length * step
  const paidOff = rows.filter(({ paidOffOn }) => paidOffOn !== null).length
  return (
    <figure className={styles.picture}>
      <svg
        viewBox={`0 -4 ${rows.length * step} ${height + 8}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('loans.pictureOf', { paid: paidOff, count: rows.length })}
      >
        {rows.map((row, at) => {
          const x = at * step + (step - width) / 2
          const principal = scale(row.asked.principal)
          const interest = scale(row.asked.interest)
          const paidPrincipal = scale(row.paid.principal)
          const paidInterest = scale(row.paid.interest)
          return (
            <g key={`${row.version} ${row.periodNo} ${row.kind}`}>
              <title>
                {t('loans.pictureRow', {
                  no: row.periodNo,
                  day: row.dueDate,
                  principal: row.asked.principal,
                  interest: row.asked.interest,
                  paid: row.paid.whole,
                })}
              </title>
              <rect
                className={styles.principal}
                x={x}
                y={height - principal}
                width={width}
                height={principal}
              />
              <rect
                className={styles.interest}
                x={x}
                y={height - principal - interest}
                width={width}
                height={interest}
              />
              <rect
                className={styles.paidPrincipal}
                x={x}
                y={height - paidPrincipal}
                width={width}
                height={paidPrincipal}
              />
              <rect
                className={styles.paidInterest}
                x={x}
                y={height - principal - paidInterest}
                width={width}
                height={paidInterest}
              />
            </g>
          )
        })}
        <line className={styles.today} x1={todayAt} x2={todayAt} y1={-4} y2={height + 4} />
      </svg>
      <figcaption>
        {(['principal', 'interest', 'paidPrincipal', 'paidInterest'] as const).map((name) => (
          <span key={name} className={styles.legend}>
            <i className={styles[name]} /> {t(`loans.legend.${name}`)}
          </span>
        ))}
        <span className={styles.legend}>
          <i className={styles.today} /> {t('loans.legend.today', { asOf })}
        </span>
      </figcaption>
    </figure>
  )
}
