'use client'
import { useQuery } from '@tanstack/react-query'
import { ReadFailure } from '@/components/detail/read-failure'
import { Form } from '@/components/form/form'
import { PasswordFields } from '@/components/shell/password-fields'
import { usePasswordChange } from '@/components/shell/use-password-change'
import { ActionButton } from '@/components/ui/action-button'
import { Section } from '@/components/ui/section'
import { SkeletonLines } from '@/components/ui/states'
import { q } from '@/lib/client/query'
import { identity } from '@/lib/domains/identity/contract'
import { useT } from '@/lib/i18n/use-t'
import { OwnInfoForm } from './_parts/own-info-form'
import { OwnSessions } from './_parts/own-sessions'
import styles from './personal-info.module.css'

/** 个人信息: one's own data, the passwords, and where one is signed in. */
export function PersonalInfoScreen({ tenant }: { tenant: string }) {
  const t = useT()
  return (
    <div className={styles.screen}>
      <h1>{t('account.personalInfo')}</h1>
      <div className={styles.parts}>
        <div>
          <OwnInfo />
        </div>
        <div>
          <Passwords tenant={tenant} />
        </div>
      </div>
      <div className={styles.whole}>
        <OwnSessions />
      </div>
    </div>
  )
}

function OwnInfo() {
  const t = useT()
  const { data, error, refetch } = useQuery(q(identity.ownInfo, {}))
  return (
    <Section title={t('account.basics')}>
      {data ? (
        <OwnInfoForm info={data} />
      ) : error ? (
        <ReadFailure error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonLines lines={4} height={56} />
      )}
    </Section>
  )
}

function Passwords({ tenant }: { tenant: string }) {
  const t = useT()
  const { form, submission, submit } = usePasswordChange(tenant, () => form.reset())
  return (
    <Section title={t('account.changePassword')}>
      <Form form={form} submission={submission} onSubmit={submit}>
        <PasswordFields />
        <div className={styles.verbs}>
          <ActionButton type="submit" variant="primary" busy={submission.busy}>
            {t('account.changePassword')}
          </ActionButton>
        </div>
      </Form>
    </Section>
  )
}
