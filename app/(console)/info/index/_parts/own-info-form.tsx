'use client'
import { useEffect } from 'react'
import { FieldGrid } from '@/components/form/field-grid'
import { fieldsFor } from '@/components/form/fields-for'
import { Form } from '@/components/form/form'
import { useCheckedForm } from '@/components/form/use-checked-form'
import { useSubmission } from '@/components/form/use-submission'
import { ActionButton } from '@/components/ui/action-button'
import { useTab } from '@/components/ui/tab-port'
import { toast } from '@/components/ui/toast'
import { call } from '@/lib/client/call'
import { identity } from '@/lib/domains/identity/contract'
import { ownInfoFindings, signatureLength } from '@/lib/domains/identity/rules/own-info'
import { useT } from '@/lib/i18n/use-t'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import { cleanMobile } from '@/lib/rules/clean-value'
import styles from '../personal-info.module.css'

type Info = OutputOf<typeof identity.ownInfo>
type Values = Pick<Info, 'name' | 'account' | 'mobile' | 'signature'>
const F = fieldsFor<Values>()

/** 姓名 and 用户名 to be read, 手机号 and 个性签名 to be changed (wording.md, row Personal info). */
export function OwnInfoForm({ info: { name, account, mobile, signature } }: { info: Info }) {
  const t = useT()
  const { setDirty } = useTab()
  const form = useCheckedForm<Values>({ name, account, mobile, signature }, ownInfoFindings)
  const submission = useSubmission(form)
  const { isDirty } = form.formState
  useEffect(() => setDirty(isDirty), [setDirty, isDirty])

  async function submit(values: Values) {
    await call(identity.saveOwnInfo, { mobile: values.mobile, signature: values.signature })
    form.reset(values)
    toast.success(t('account.infoSaved'))
  }
  return (
    <Form form={form} submission={submission} onSubmit={submit}>
      <FieldGrid>
        <F.Text name="name" label={t('account.name')} help={t('account.nameHint')} readOnly />
        <F.Text name="account" label={t('account.username')} readOnly />
        <F.Text
          name="mobile"
          label={t('account.mobile')}
          autoComplete="tel"
          inputMode="tel"
          clean={cleanMobile}
          required
        />
        <F.TextArea name="signature" label={t('account.signature')} maxLength={signatureLength} />
      </FieldGrid>
      <div className={styles.verbs}>
        <ActionButton type="submit" variant="primary" busy={submission.busy}>
          {t('account.change')}
        </ActionButton>
      </div>
    </Form>
  )
}
