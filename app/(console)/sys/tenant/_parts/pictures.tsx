'use client'
import { useRef, useState } from 'react'
import { ActionButton } from '@/components/ui/action-button'
import { Section } from '@/components/ui/section'
import { toast } from '@/components/ui/toast'
import { useVerbs } from '@/components/verb/use-verbs'
import { verb } from '@/components/verb/verb'
import { VerbButtons } from '@/components/verb/verb-buttons'
import { ApiError } from '@/lib/client/api-error'
import { useHasPermission } from '@/lib/client/permission'
import { uploadFile } from '@/lib/client/upload'
import { type TenantSettings, tenants } from '@/lib/contracts/tenants'
import { useT } from '@/lib/i18n/use-t'
import { type BrandPictureKind, brandPictureBytes, brandPictureKinds } from '@/lib/rules/tenant-settings'
import styles from '../tenant.module.css'
import type { Deployed } from './tenant-values'

type Props = { settings: TenantSettings; deployed: Deployed }

const pictureVerbs = {
  remove: verb(tenants.removePicture, {
    label: 'tenants.usesFile',
    of: ({ own }: { own: boolean }) => own,
    name: ({ kind }: { kind: BrandPictureKind; own: boolean; rowVersion: number }) => kind,
    input: ({ kind }) => ({ kind }),
    done: 'tenants.saved',
  }),
}

/** Logo and favicon: each is worn from the moment it is there. */
export function Pictures(props: Props) {
  const t = useT()
  return (
    <Section title={`${t('tenants.logo')} / ${t('tenants.favicon')}`}>
      {brandPictureKinds.map((kind) => (
        <Picture key={kind} kind={kind} {...props} />
      ))}
      <p className={styles.hint}>{t('tenants.pictureHint')}</p>
    </Section>
  )
}

function Picture({ kind, settings, deployed }: Props & { kind: BrandPictureKind }) {
  const t = useT()
  const maySave = useHasPermission('sys:tenant:save')
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const verbs = useVerbs(pictureVerbs)
  const own = settings[kind]
  const { rowVersion } = settings

  const upload = async (file: File | undefined) => {
    if (!file) return
    if (file.size > brandPictureBytes) return toast.error(t('tenants.pictureTooLarge'))
    setBusy(true)
    try {
      await uploadFile(tenants.uploadPicture, { kind, rowVersion }, file)
      toast.success(t('tenants.saved'))
    } catch (error) {
      // The funnel has said why, and what is there now shows below.
      if (!(error instanceof ApiError)) throw error
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={styles.picture}>
      <span
        role="img"
        aria-label={t(`tenants.${kind}`)}
        className={styles.sample}
        data-kind={kind}
        style={{ backgroundImage: `url("${own ?? deployed[kind]}")` }}
      />
      <span className={styles.about}>
        {t(`tenants.${kind}`)}
        {!own && <small>{t('tenants.usesFile')}</small>}
      </span>
      {maySave && (
        <>
          <input
            ref={input}
            type="file"
            hidden
            aria-label={`${t('tenants.upload')} ${t(`tenants.${kind}`)}`}
            accept="image/png,image/jpeg,image/webp"
            onChange={(event) => {
              void upload(event.target.files?.[0])
              // The same file again is a choice too.
              event.target.value = ''
            }}
          />
          <ActionButton size="small" busy={busy} onClick={() => input.current?.click()}>
            {t('tenants.upload')}
          </ActionButton>
          <VerbButtons size="small" verbs={verbs.of({ kind, own: own !== null, rowVersion })} />
        </>
      )}
    </div>
  )
}
