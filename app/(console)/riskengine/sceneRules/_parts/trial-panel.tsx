'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ReadFailure } from '@/components/detail/read-failure'
import { VerdictTag } from '@/components/order/verdict-tag'
import { ActionButton } from '@/components/ui/action-button'
import cards from '@/components/ui/card-table.module.css'
import controls from '@/components/ui/control.module.css'
import Link from '@/components/ui/link'
import { Section } from '@/components/ui/section'
import { EmptyState, SkeletonLines } from '@/components/ui/states'
import { q } from '@/lib/client/query'
import { riskScenes, type SceneView } from '@/lib/domains/risk/contract/scenes'
import { useT } from '@/lib/i18n/use-t'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import { href } from '@/lib/routes'
import styles from './rules.module.css'

const sizes = ['50', '100', '200', '300'] as const
type Trial = OutputOf<typeof riskScenes.trial>

/** 试跑: which orders would change, and how, before the version judges any. */
export default function TrialPanel({ scene, onClose }: { scene: SceneView; onClose: () => void }) {
  const t = useT()
  const [orders, setOrders] = useState<(typeof sizes)[number]>('100')
  const trial = useQuery({
    ...q(riskScenes.trial, { id: scene.id, orders: Number(orders) }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: {},
  })
  const name = t('riskScenes.name', { scene: scene.sceneName, version: scene.version })
  return (
    <Section
      title={t('riskScenes.trialTitle', { name })}
      actions={
        <ActionButton size="small" variant="text" onClick={onClose}>
          {t('shell.close')}
        </ActionButton>
      }
    >
      <div className={styles.trialHead}>
        <select
          aria-label={t('riskScenes.trialOrders')}
          className={`${controls.control} ${controls.small}`}
          value={orders}
          onChange={({ target }) => setOrders(target.value as (typeof sizes)[number])}
        >
          {sizes.map((size) => (
            <option key={size} value={size}>
              {t(`riskScenes.lastOrders.${size}`)}
            </option>
          ))}
        </select>
        <span className={styles.hits}>{t('riskScenes.trialNote')}</span>
      </div>
      {trial.error ? (
        <ReadFailure error={trial.error} onRetry={() => void trial.refetch()} />
      ) : trial.data ? (
        <TrialResult trial={trial.data} />
      ) : (
        <SkeletonLines lines={6} />
      )}
    </Section>
  )
}

function TrialResult({ trial }: { trial: Trial }) {
  const t = useT()
  const { judged, kept, recomputed, moves, changed: changes = [], rules } = trial
  if (judged === 0) return <EmptyState title={t('riskScenes.nothingJudged')} />
  const changed = moves.reduce((sum, { before, after, count }) => sum + (before === after ? 0 : count), 0)
  return (
    <>
      <p className={styles.sum}>{t('riskScenes.judged', { count: judged, changed })}</p>
      <p className={styles.note}>
        {recomputed === 0 ? t('riskScenes.allKept') : t('riskScenes.keptFacts', { kept, recomputed })}
      </p>
      <div className={styles.pair}>
        <div>
          <h3>{t('riskScenes.moves')}</h3>
          <table className={`${cards.table} ${styles.table}`}>
            <thead>
              <tr>
                <th scope="col">{t('riskScenes.before')}</th>
                <th scope="col">{t('riskScenes.after')}</th>
                <th scope="col" data-col="count">
                  {t('riskScenes.orders')}
                </th>
              </tr>
            </thead>
            <tbody>
              {moves.map(({ before, after, count }) => (
                <tr key={`${before} ${after}`}>
                  <td data-label={t('riskScenes.before')}>
                    {before ? <VerdictTag word={before} /> : t('riskScenes.unjudged')}
                  </td>
                  <td data-label={t('riskScenes.after')}>
                    <VerdictTag word={after} />
                  </td>
                  <td data-label={t('riskScenes.orders')}>{count}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <div>
          <h3>{t('riskScenes.ruleHits')}</h3>
          <table className={`${cards.table} ${styles.table}`}>
            <thead>
              <tr>
                <th scope="col" data-col="code">
                  {t('riskScenes.code')}
                </th>
                <th scope="col">{t('riskScenes.ruleName')}</th>
                <th scope="col" data-col="count">
                  {t('riskScenes.hitsBefore')}
                </th>
                <th scope="col" data-col="count">
                  {t('riskScenes.hitsAfter')}
                </th>
              </tr>
            </thead>
            <tbody>
              {rules.map(({ code, name, before, after }) => (
                <tr key={code}>
                  <td data-label={t('riskScenes.code')}>{code}</td>
                  <td data-label={t('riskScenes.ruleName')}>{name}</td>
                  <td data-label={t('riskScenes.hitsBefore')}>{before}</td>
                  <td data-label={t('riskScenes.hitsAfter')}>{after}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
      <h3>{t('riskScenes.changes')}</h3>
      {changes.length === 0 ? (
        <p className={styles.note}>{t('riskScenes.noChange')}</p>
      ) : (
        <>
          {changed > changes.length && (
            <p className={styles.note}>{t('riskScenes.firstChanges', { count: changes.length })}</p>
          )}
          <Changes changes={changes} />
        </>
      )}
    </>
  )
}

type Change = NonNullable<Trial['changed']>[number]

function Changes({ changes }: { changes: readonly Change[] }) {
  const t = useT()
  return (
    <table className={`${cards.table} ${styles.table}`}>
      <thead>
        <tr>
          <th scope="col">{t('columns.orderNo')}</th>
          <th scope="col">{t('riskScenes.before')}</th>
          <th scope="col">{t('riskScenes.after')}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ orderId, orderNo, customerName, before, after, recomputed }) => (
          <tr key={orderId}>
            <td data-label={t('columns.orderNo')}>
              <Link href={href('entryDetails', { orderId })}>{orderNo}</Link> {customerName}
              {recomputed && <div className={styles.hits}>{t('riskScenes.recomputedMark')}</div>}
            </td>
            <td data-label={t('riskScenes.before')}>
              {before ? <Said {...before} /> : t('riskScenes.unjudged')}
            </td>
            <td data-label={t('riskScenes.after')}>
              <Said {...after} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Said({ suggestion, score, hits }: Change['after']) {
  const t = useT()
  return (
    <>
      <VerdictTag word={suggestion} /> {t('riskScenes.scoreOf', { score })}
      <div className={styles.hits}>{hits.join(t('riskScenes.anyOf'))}</div>
    </>
  )
}
