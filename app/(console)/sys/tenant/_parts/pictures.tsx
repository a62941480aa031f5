'use client'
import { Section } from '@/components/ui/section'
import { toast } from '@/components/ui/toast'
import { UploadButton } from '@/components/verb/upload-button'
import { useVerbs } from '@/components/verb/use-verbs'
import { verb } from '@/components/verb/verb'
import { VerbButtons } from '@/components/verb/verb-buttons'
import { useHasPermission } from '@/lib/client/permission'
import { uploadFile } from '@/lib/client/upload'
import {
  type BrandPictureKind,
  brandPictureBytes,
  brandPictureKinds,
} from '@/lib/domains/identity/rules/tenant-settings'
import { type TenantSettings, tenants } from '@/lib/domains/tenants/contract'
import { useT } from '@/lib/i18n/use-t'
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
  const verbs = useVerbs(pictureVerbs)
  const own = settings[kind]
  const { rowVersion } = settings

  const upload = async (file: File) => {
    if (file.size > brandPictureBytes) return toast.error(t('tenants.pictureTooLarge'))
    await uploadFile(tenants.uploadPicture, { kind, rowVersion }, file)
    toast.success(t('tenants.saved'))
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
          <UploadButton
            size="small"
            label={t('tenants.upload')}
            name={`${t('tenants.upload')} ${t(`tenants.${kind}`)}`}
            accept="image/png,image/jpeg,image/webp"
            send={upload}
          />
          <VerbButtons size="small" verbs={verbs.of({ kind, own: own !== null, rowVersion })} />
        </>
      )}
    </div>
  )
}
