'use client'
import cards from '@/components/ui/card-table.module.css'
import { KeyValue, KeyValues, Section } from '@/components/ui/section'
import { EmptyState } from '@/components/ui/states'
import type { SceneView } from '@/lib/domains/risk/contract/scenes'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import { conditionText } from './rule-words'
import styles from './rules.module.css'
import { SceneHead } from './scene-head'

/** A version as it judges or has judged. */
export function SceneRules({ scene }: { scene: SceneView }) {
  const t = useT()
  const heads = ['code', 'ruleName', 'fact', 'outcome', 'score'] as const
  return (
    <SceneHead scene={scene}>
      <Section title={t('riskScenes.scores')}>
        <KeyValues>
          <KeyValue label={t('riskScenes.passScore')}>{scene.passFrom}</KeyValue>
          <KeyValue label={t('riskScenes.rejectScore')}>{scene.rejectBelow}</KeyValue>
          <KeyValue label={t('riskScenes.products')} wide>
            {scene.productCodes.length === 0
              ? t('riskScenes.allProducts')
              : scene.products
                  .filter(({ code }) => scene.productCodes.includes(code))
                  .map(({ name }) => name)
                  .join(t('ui.separator'))}
          </KeyValue>
        </KeyValues>
      </Section>
      <Section title={t('riskScenes.rules')}>
        {scene.rules.length === 0 ? (
          <EmptyState title={t('riskScenes.noRule')} />
        ) : (
          <table className={`${cards.table} ${styles.table}`}>
            <thead>
              <tr>
                {heads.map((head) => (
                  <th key={head} scope="col" data-col={head}>
                    {t(`riskScenes.${head}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {scene.rules.map((rule) => (
                <tr key={rule.code}>
                  <td data-label={t('riskScenes.code')}>{rule.code}</td>
                  <td data-label={t('riskScenes.ruleName')}>{rule.name}</td>
                  <td data-label={t('riskScenes.fact')}>{conditionText(rule, t)}</td>
                  <td data-label={t('riskScenes.outcome')}>
                    {t(`riskScenes.outcomes.${rule.outcome}` as MessageKey)}
                  </td>
                  <td data-label={t('riskScenes.score')}>{rule.points}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Section>
    </SceneHead>
  )
}
