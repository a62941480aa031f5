'use client'
import { Section } from '@/components/ui/section'
import { useT } from '@/lib/i18n/use-t'
import { CallBoard } from './_parts/call-board'
import { type Drift, DriftTable } from './_parts/drift-table'
import styles from './service.module.css'

/** 服务接口: where answers of an outside service leave the contract, and every call to look up and to try. */
export function ServiceScreen({
  mode,
  drifts,
}: {
  mode: 'none' | 'report' | 'refuse'
  drifts: readonly Drift[]
}) {
  const t = useT()
  return (
    <div className={styles.screen}>
      <h1>{t('routes.serviceCalls')}</h1>
      <Section title={t('service.checked')}>
        <p className={styles.hint}>
          {mode === 'none' ? t('service.embedded') : t(`service.${mode}`)}
          {mode !== 'none' && drifts.length === 0 && ` ${t('service.agreed')}`}
        </p>
        {drifts.length > 0 && <DriftTable drifts={drifts} />}
      </Section>
      <CallBoard />
    </div>
  )
}
