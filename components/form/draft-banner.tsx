'use client'
import { type ReactNode, useState } from 'react'
import { ActionButton } from '@/components/ui/action-button'
import { useConfirm } from '@/components/ui/confirm'
import { lazyPart } from '@/components/ui/lazy-part'
import { Notice } from '@/components/ui/notice'
import { showDateTime } from '@/components/ui/time-text'
import type { DraftFile } from '@/lib/domains/system/contract'
import { useT } from '@/lib/i18n/use-t'
import type { Draft } from './draft'
import styles from './form.module.css'

const ConflictDialog = lazyPart(() => import('./conflict-dialog'))

type FileLabel = (place: string) => string

type BannerProps = {
  draft: Draft
  /** The draft is gone, and the form as it was loaded. */
  onDiscarded?: () => void
  /** The form's names of the places of its files. */
  fileLabel?: FileLabel
  /** As in {@link ConflictDialog}. */
  fieldLabel?: (path: string) => string
  comparedValue?: (path: string, value: unknown) => ReactNode
}

/**
 * 已恢复草稿 · 时间 · 放弃: shown while the form holds a draft of an earlier visit; files that went with the page they
 * were chosen in are named. What another window did to the draft stands first.
 */
export function DraftBanner({ draft, onDiscarded, fileLabel, ...compared }: BannerProps) {
  const t = useT()
  return (
    <>
      {draft.clash && <ClashNotice draft={draft} {...compared} />}
      {draft.broken && (
        <Notice tone="rejected" role="alert">
          <strong>{t('form.draftBroken', { time: showDateTime(draft.broken.savedAt) })}</strong>
          <details>
            <summary>{t('form.draftText')}</summary>
            <pre className={styles.draftText}>{textOf(draft.broken.values, compared.fieldLabel)}</pre>
          </details>
          {draft.state === 'clean' && <DiscardButton draft={draft} onDiscarded={onDiscarded} />}
        </Notice>
      )}
      {draft.restoredAt !== null && (
        <Notice tone="waiting">
          <span>{t('form.draftRestored', { time: showDateTime(draft.restoredAt) })}</span>
          {draft.older && <strong className={styles.loud}>{t('form.draftOlder')}</strong>}
          <LostFiles files={draft.lost} fileLabel={fileLabel} />
          <DiscardButton draft={draft} onDiscarded={onDiscarded} />
        </Notice>
      )}
    </>
  )
}

/** The typed values of a draft that no form takes, a line a field. */
function textOf(value: unknown, label: (path: string) => string = (path) => path, path = ''): string {
  if (value === null || value === '' || value === false) return ''
  if (typeof value !== 'object') return `${label(path)}: ${String(value)}`
  const inner = Object.entries(value).map(([name, one]) =>
    textOf(one, label, path === '' ? name : `${path}.${name}`),
  )
  return inner.filter(Boolean).join('\n')
}

/** 放弃: asks, and throws the draft away with the files that wait in it. */
export function DiscardButton({ draft, onDiscarded }: Pick<BannerProps, 'draft' | 'onDiscarded'>) {
  const t = useT()
  const confirm = useConfirm()
  const discard = async () => {
    const question = { message: t('form.draftDiscardQuestion'), ok: t('form.draftDiscard') }
    if ((await confirm({ ...question, tone: 'danger' })) && (await draft.discard())) onDiscarded?.()
  }
  return (
    <ActionButton variant="text" size="small" onClick={() => void discard()}>
      {t('form.draftDiscard')}
    </ActionButton>
  )
}

function LostFiles({ files, fileLabel }: { files: readonly DraftFile[]; fileLabel?: FileLabel | undefined }) {
  const t = useT()
  if (files.length === 0) return null
  const list = files.map(({ place, name }) => (fileLabel ? `${fileLabel(place)} ${name}` : name))
  return (
    <strong className={styles.loud}>{t('form.draftLost', { list: list.join(t('ui.separator')) })}</strong>
  )
}

/** Says whose a draft is and how far it is, before anything of it is filled in. */
export function DraftOffer({
  draft,
  title,
  onDiscarded,
  fileLabel,
}: Pick<BannerProps, 'draft' | 'onDiscarded' | 'fileLabel'> & { title: string }) {
  const t = useT()
  const { offer, accept } = draft
  if (!offer) return null
  return (
    <section className={styles.offer} aria-label={title}>
      <h2 className={styles.offerTitle}>{title}</h2>
      <dl>
        <dt>{t('form.draftCustomer')}</dt>
        <dd>{[offer.customerName || t('form.draftNameless'), offer.mobile].filter(Boolean).join(' · ')}</dd>
        <dt>{t('form.draftTime')}</dt>
        <dd>{showDateTime(offer.savedAt)}</dd>
        <dt>{t('form.draftProgress')}</dt>
        <dd>{t('form.draftFilled', { filled: offer.filled, asked: offer.asked })}</dd>
      </dl>
      <LostFiles files={offer.files} fileLabel={fileLabel} />
      {draft.clash && <ClashNotice draft={draft} />}
      <div className={styles.offerActions}>
        <ActionButton variant="primary" onClick={accept}>
          {t('form.draftContinue')}
        </ActionButton>
        <DiscardButton draft={draft} onDiscarded={onDiscarded} />
      </div>
    </section>
  )
}

/** Nothing on this page is saved until somebody has chosen between the two windows. */
function ClashNotice({ draft, fieldLabel, comparedValue }: BannerProps) {
  const t = useT()
  const [shown, setShown] = useState(false)
  if (!draft.clash) return null
  const { conflict, made, message } = draft.clash
  const lead = conflict
    ? t('form.draftElsewhere', { time: showDateTime(conflict.updatedAt) })
    : t('form.draftUnsaved', { message })
  return (
    <Notice tone="rejected" role="alert">
      <strong>{lead}</strong>
      {conflict && (
        <ActionButton variant="text" size="small" onClick={() => setShown(true)}>
          {t('form.draftCompare')}
        </ActionButton>
      )}
      {!conflict && !made && (
        <ActionButton variant="text" size="small" onClick={() => draft.resolve([])}>
          {t('form.draftKeep')}
        </ActionButton>
      )}
      {shown && conflict && (
        <ConflictDialog
          conflict={conflict}
          title={t('form.draftTwoWindows')}
          lead={lead}
          fieldLabel={fieldLabel}
          comparedValue={comparedValue}
          base={draft.base}
          onResolve={(taken) => {
            setShown(false)
            draft.resolve(taken)
          }}
        />
      )}
    </Notice>
  )
}

/** The time when the draft was saved, or why it was not, for the bottom bar. */
export function DraftStatus({ draft }: { draft: Draft }) {
  const t = useT()
  const texts: Record<Draft['state'], string> = {
    clean: '',
    waiting: t('form.draftSaving'),
    saving: t('form.draftSaving'),
    saved: draft.savedAt ? t('form.draftSaved', { time: showDateTime(draft.savedAt) }) : '',
    failed: draft.clash ? t('form.draftStopped') : (draft.refusal ?? t('form.draftFailed')),
  }
  return (
    <span className={styles.status} role="status" data-bad={draft.state === 'failed' || undefined}>
      {texts[draft.state]}
    </span>
  )
}
