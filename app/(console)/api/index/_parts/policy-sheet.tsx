'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ReadFailure } from '@/components/detail/read-failure'
import { ActionButton } from '@/components/ui/action-button'
import cards from '@/components/ui/card-table.module.css'
import { lazyPart } from '@/components/ui/lazy-part'
import SideSheet from '@/components/ui/side-sheet'
import { EmptyState, SkeletonLines } from '@/components/ui/states'
import { StatusTag } from '@/components/ui/status-tag'
import { MoneyText } from '@/components/ui/texts'
import { useVerbs } from '@/components/verb/use-verbs'
import { VerbButtons } from '@/components/verb/verb-buttons'
import { useHasPermission } from '@/lib/client/permission'
import { q } from '@/lib/client/query'
import { type ManufacturerRow, manufacturers, type PolicyRow } from '@/lib/domains/manufacturers/contract'
import { useT } from '@/lib/i18n/use-t'
import { formatMoney, formatPercent } from '@/lib/rules/money-text'
import { endPolicy } from './end-policy'
import styles from './policies.module.css'

const PolicyDialog = lazyPart(() => import('./policy-dialog'))

/** 贴息政策 of a maker: in force, coming and over, with what is billed by each. */
export default function PolicySheet({ maker, onClose }: { maker: ManufacturerRow; onClose: () => void }) {
  const t = useT()
  const maySave = useHasPermission('partner:save')
  const { data, error, refetch } = useQuery(q(manufacturers.policies, { manufacturerId: maker.id }))
  const [adding, setAdding] = useState(false)
  return (
    <SideSheet
      className={styles.sheet}
      title={t('manufacturers.policiesOf', { name: maker.name })}
      onClose={onClose}
    >
      {() => (
        <div className={styles.policies}>
          <p>{t('manufacturers.policiesNote')}</p>
          {maySave && maker.state === 'active' && (
            <ActionButton variant="primary" icon="plus" onClick={() => setAdding(true)}>
              {t('manufacturers.addPolicy')}
            </ActionButton>
          )}
          {error && !data ? (
            <ReadFailure error={error} onRetry={() => void refetch()} />
          ) : !data ? (
            <SkeletonLines lines={6} />
          ) : data.length === 0 ? (
            <EmptyState title={t('manufacturers.noPolicies')} />
          ) : (
            <Policies rows={data} />
          )}
          {adding && <PolicyDialog maker={maker} onClose={() => setAdding(false)} />}
        </div>
      )}
    </SideSheet>
  )
}

const tones = { active: 'passed', coming: 'waiting', over: 'closed' } as const

function Policies({ rows }: { rows: readonly PolicyRow[] }) {
  const t = useT()
  const verbs = useVerbs({ endPolicy })
  const heads = {
    mode: t('manufacturers.mode'),
    borne: t('manufacturers.borne'),
    terms: t('manufacturers.terms'),
    days: `${t('manufacturers.firstDay')} – ${t('manufacturers.lastDay')}`,
    billedTo: t('manufacturers.billedTo'),
    orders: `${t('manufacturers.orders')} / ${t('manufacturers.released')}`,
    billed: t('manufacturers.billed'),
    state: t('manufacturers.policyState'),
  }
  return (
    <>
      <table className={cards.table}>
        <thead>
          <tr>
            {Object.entries(heads).map(([key, head]) => (
              <th key={key} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td data-label={heads.mode}>{t(`manufacturers.policyModes.${row.mode}`)}</td>
              <td data-label={heads.borne}>
                {row.rate === null ? formatMoney(row.amount ?? '0.00') : formatPercent(row.rate)}
              </td>
              <td data-label={heads.terms}>{row.terms.join(t('ui.separator'))}</td>
              <td data-label={heads.days}>
                {row.firstDay} – {row.lastDay}
              </td>
              <td data-label={heads.billedTo}>{t(`manufacturers.billedParties.${row.billedTo}`)}</td>
              <td data-label={heads.orders}>
                {row.orders} / {row.released}
              </td>
              <td data-label={heads.billed}>
                <MoneyText value={row.billed} />
              </td>
              <td data-label={heads.state}>
                <StatusTag tone={tones[row.state]}>{t(`manufacturers.policyStates.${row.state}`)}</StatusTag>
                <VerbButtons verbs={verbs.of(row)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {verbs.dialog}
    </>
  )
}
