'use client'
import { useState } from 'react'
import { CopyButton } from '@/components/ui/copy-button'
import { Section } from '@/components/ui/section'
import { useVerbs } from '@/components/verb/use-verbs'
import { verb } from '@/components/verb/verb'
import { VerbButtons } from '@/components/verb/verb-buttons'
import { type TenantSettings, tenants } from '@/lib/domains/tenants/contract'
import { useT } from '@/lib/i18n/use-t'
import { messages } from '@/lib/platform/messages/contract'
import styles from '../tenant.module.css'

/** The token with which the official account's platform tells of customers' messages; it shows once. */
export function OfficialToken({ settings }: { settings: TenantSettings }) {
  const t = useT()
  const [token, setToken] = useState('')
  const of = {
    name: () => t('tenants.official'),
    done: (made: { token: string }) => setToken(made.token),
  }
  const verbs = useVerbs<TenantSettings, string>({
    stop: verb(tenants.officialToken, {
      ...of,
      label: 'tenants.stopToken',
      tone: 'danger',
      of: (row: TenantSettings) => row.takesOfficial,
      ask: 'tenants.stopQuestion',
      input: () => ({ on: false }),
    }),
    renew: verb(tenants.officialToken, {
      ...of,
      label: 'tenants.renewToken',
      tone: 'danger',
      of: (row: TenantSettings) => row.takesOfficial,
      ask: 'tenants.tokenQuestion',
      input: () => ({ on: true }),
    }),
    make: verb(tenants.officialToken, {
      ...of,
      label: 'tenants.newToken',
      of: (row: TenantSettings) => !row.takesOfficial,
      input: () => ({ on: true }),
    }),
  })
  return (
    <Section title={t('tenants.official')}>
      <p className={styles.token}>
        {t(settings.takesOfficial ? 'tenants.officialOn' : 'tenants.officialOff')}
        <code>POST /nlos{messages.receiveOfficial.path}</code>
      </p>
      {token && (
        <p className={styles.token} role="status">
          {t('tenants.tokenOnce')}
          <code>{token}</code>
          <CopyButton text={token} />
        </p>
      )}
      <div className={styles.verbs}>
        <VerbButtons verbs={verbs.of(settings)} />
      </div>
    </Section>
  )
}
