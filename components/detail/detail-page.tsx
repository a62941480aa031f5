import type { ReactNode } from 'react'
import { CopyButton } from '@/components/ui/copy-button'
import { useTab } from '@/components/ui/tab-port'
import styles from './detail.module.css'
import { RowSteps } from './row-steps'

export type Fact = { label: string; value: ReactNode }

/**
 * The page of one record: a head that stays in view with what it is and what can be done with it now, sections, and a
 * side column from 1200 px up (below them on narrower screens).
 *
 *     <DetailPage name={order.customerName} number={order.orderNo} tag={<OrderStatusTag status={order.status} />}
 *       marks={<MilestoneIcons lit={order.milestones} />} facts={[{ label: t('columns.financeAmount'), value: … }]}
 *       actions={<ActionButton …/>} side={<ProgressTimeline steps={steps} />}>
 *       <Section title={t('sections.S1')}><KeyValues>…</KeyValues></Section>
 *     </DetailPage>
 */
export function DetailPage({
  name,
  number,
  tag,
  marks,
  facts = [],
  actions,
  notice,
  side,
  fill = false,
  children,
}: {
  name: string
  /** The record's own number, with a button to copy it. */
  number?: string
  tag?: ReactNode
  marks?: ReactNode
  /** Amount, who has it, since when. */
  facts?: readonly Fact[]
  /** The actions allowed now; one that is not says why. */
  actions?: ReactNode
  notice?: ReactNode
  side?: ReactNode
  /** From 1200 px up the content is as high as the screen leaves and scrolls in its own parts. */
  fill?: boolean
  children: ReactNode
}) {
  const { beside } = useTab()
  return (
    <div className={styles.screen} data-fill={(fill && !beside) || undefined} data-beside={beside}>
      <header className={styles.head}>
        <div className={styles.identity}>
          <h1>{name}</h1>
          {number && (
            <span className={styles.number}>
              {number}
              <CopyButton text={number} />
            </span>
          )}
          {tag}
          {marks}
          <RowSteps />
        </div>
        {facts.length > 0 && (
          <dl className={styles.facts}>
            {facts.map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      <div className={styles.body}>
        <div className={styles.main}>
          {notice}
          {children}
        </div>
        {side && <aside className={styles.side}>{side}</aside>}
      </div>
    </div>
  )
}
