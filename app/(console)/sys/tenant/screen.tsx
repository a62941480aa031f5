'use client'
import { useQuery } from '@tanstack/react-query'
import { ReadFailure } from '@/components/detail/read-failure'
import { KeyValue, KeyValues, Section } from '@/components/ui/section'
import { SkeletonLines } from '@/components/ui/states'
import { q } from '@/lib/client/query'
import { tenants } from '@/lib/domains/tenants/contract'
import { useT } from '@/lib/i18n/use-t'
import { OfficialToken } from './_parts/official-token'
import { Pictures } from './_parts/pictures'
import { SettingsForm } from './_parts/settings-form'
import type { Deployed } from './_parts/tenant-values'
import styles from './tenant.module.css'

/** 租户与品牌: what the administrator sets, over what the deployment says, and what only the deployment says. */
export function TenantScreen({ deployed }: { deployed: Deployed }) {
  const t = useT()
  const { data, error, refetch } = useQuery(q(tenants.get, {}))
  return (
    <div className={styles.screen}>
      <h1>{t('routes.adminTenants')}</h1>
      {data ? (
        <div className={styles.parts}>
          <SettingsForm settings={data} deployed={deployed} />
          <div className={styles.side}>
            <Pictures settings={data} deployed={deployed} />
            <OfficialToken settings={data} />
            <Section title={t('tenants.operated')}>
              <KeyValues>
                <KeyValue label={t('tenants.hosts')} wide>
                  {deployed.hosts.join(t('ui.separator'))}
                </KeyValue>
                <KeyValue label={t('tenants.frameHosts')} wide>
                  {deployed.frameHosts.join(t('ui.separator')) || t('tenants.noFrameHosts')}
                </KeyValue>
              </KeyValues>
              <p className={styles.hint}>{t('tenants.operatedHint')}</p>
            </Section>
          </div>
        </div>
      ) : error ? (
        <ReadFailure error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonLines lines={10} height={48} />
      )}
    </div>
  )
}
