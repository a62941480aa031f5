'use client'
import { useQuery } from '@tanstack/react-query'
import { FieldGrid } from '@/components/form/field-grid'
import { fieldsFor } from '@/components/form/fields-for'
import { q } from '@/lib/client/query'
import { identity } from '@/lib/domains/identity/contract'
import type { PasswordChange } from '@/lib/domains/identity/rules/password-change'
import { useT } from '@/lib/i18n/use-t'
import styles from './own-matters.module.css'

const F = fieldsFor<PasswordChange>()
const secret = { type: 'password', maxLength: 64 } as const

/** The fields of 修改密码 (wording.md, row Personal info): the login password, then the pay password. */
export function PasswordFields() {
  const t = useT()
  const { data: info } = useQuery(q(identity.ownInfo, {}))
  // Whoever has no pay password yet proves the wish for one with the login password.
  const isFirst = info?.hasPayPassword === false
  return (
    <>
      <FieldGrid>
        <F.Text name="account" label={t('account.username')} autoComplete="username" readOnly />
        <F.Text
          name="password"
          label={t('account.original')}
          placeholder={t('account.originalPlaceholder')}
          autoComplete="current-password"
          {...secret}
        />
        <F.Text
          name="new_password"
          label={t('account.newPassword')}
          autoComplete="new-password"
          {...secret}
        />
        <F.Text
          name="confirm_password"
          label={t('account.confirm')}
          autoComplete="new-password"
          {...secret}
        />
      </FieldGrid>
      <fieldset className={styles.part}>
        <legend>{t('account.payPart')}</legend>
        <FieldGrid>
          {/* Not the password of this site: no password manager fills it in or keeps it. */}
          <F.Text
            name="paypassword"
            label={t(isFirst ? 'account.payProof' : 'account.payOriginal')}
            help={isFirst ? t('account.payProofHint') : undefined}
            autoComplete="off"
            span={3}
            {...secret}
          />
          <F.Text name="new_paypassword" label={t('account.payPassword')} {...secret} />
          <F.Text name="confirm_paypassword" label={t('account.payConfirm')} {...secret} />
        </FieldGrid>
      </fieldset>
    </>
  )
}
