'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionButton } from '@/components/ui/action-button'
import { useConfirm } from '@/components/ui/confirm'
import { CopyButton } from '@/components/ui/copy-button'
import { Section } from '@/components/ui/section'
import { ApiError } from '@/lib/client/api-error'
import { call } from '@/lib/client/call'
import { useHasPermission } from '@/lib/client/permission'
import { keyOf } from '@/lib/client/query'
import { messages } from '@/lib/contracts/messages'
import { type TenantSettings, tenants } from '@/lib/contracts/tenants'
import { useT } from '@/lib/i18n/use-t'
import styles from '../tenant.module.css'

/** The token with which the official account's platform tells of customers' messages; it shows once. */
export function OfficialToken({ settings: { takesOfficial, rowVersion } }: { settings: TenantSettings }) {
  const t = useT()
  const confirm = useConfirm()
  const client = useQueryClient()
  const maySave = useHasPermission('sys:tenant:save')
  const [token, setToken] = useState('')
  const [busy, setBusy] = useState(false)

  const change = async (on: boolean) => {
    const message = t(on ? 'tenants.tokenQuestion' : 'tenants.stopQuestion')
    if (takesOfficial && !(await confirm({ message, tone: 'danger' }))) return
    setBusy(true)
    try {
      setToken((await call(tenants.officialToken, { rowVersion, on })).token)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    } finally {
      setBusy(false)
      void client.invalidateQueries({ queryKey: keyOf(tenants.get) })
    }
  }
  return (
    <Section title={t('tenants.official')}>
      <p className={styles.token}>
        {t(takesOfficial ? 'tenants.officialOn' : 'tenants.officialOff')}
        <code>POST /nlos{messages.receiveOfficial.path}</code>
      </p>
      {token && (
        <p className={styles.token} role="status">
          {t('tenants.tokenOnce')}
          <code>{token}</code>
          <CopyButton text={token} />
        </p>
      )}
      {maySave && (
        <div className={styles.verbs}>
          {takesOfficial && (
            <ActionButton variant="danger" busy={busy} onClick={() => void change(false)}>
              {t('tenants.stopToken')}
            </ActionButton>
          )}
          <ActionButton busy={busy} onClick={() => void change(true)}>
            {t(takesOfficial ? 'tenants.renewToken' : 'tenants.newToken')}
          </ActionButton>
        </div>
      )}
    </Section>
  )
}
