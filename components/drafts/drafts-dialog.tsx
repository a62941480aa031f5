'use client'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { ReadFailure } from '@/components/detail/read-failure'
import { ActionButton } from '@/components/ui/action-button'
import Dialog from '@/components/ui/dialog'
import Link from '@/components/ui/link'
import { Bone } from '@/components/ui/states'
import { DateTimeText } from '@/components/ui/texts'
import { useVerbs } from '@/components/verb/use-verbs'
import { verb } from '@/components/verb/verb'
import { VerbButtons } from '@/components/verb/verb-buttons'
import { outdate, q } from '@/lib/client/query'
import { system } from '@/lib/domains/system/contract'
import { type DraftForm, draftPlace } from '@/lib/domains/system/rules/draft-keys'
import { useT } from '@/lib/i18n/use-t'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import { href } from '@/lib/routes'
import styles from './drafts.module.css'

type Row = OutputOf<typeof system.drafts>['drafts'][number]

const forms = {
  intake: { label: 'form.draftOfIntake', route: 'intakeForm' },
  record: { label: 'form.draftOfEntry', route: 'entryStandard' },
  review: { label: 'form.draftOfReview', route: 'preReview' },
  first: { label: 'form.draftOfFirst', route: 'firstReviewDetails' },
  // Its screen is the order's own until risk control has one.
  risk: { label: 'form.draftOfRisk', route: 'reviewProgress' },
} as const satisfies Record<DraftForm, unknown>

/** The page of the form of a draft; null for one of no form that this version has. */
function addressOf(key: string): string | null {
  const place = draftPlace(key)
  if (!place) return null
  const { form, draftNo, orderId } = place
  return href(forms[form].route, draftNo === null ? { orderId } : { draft: draftNo })
}

/** 我的草稿: whose, which form, how far and since when; to go on with or to throw away. The oldest first when full. */
export default function DraftsDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const id = useId()
  const { data, error, refetch } = useQuery({ ...q(system.drafts, {}), refetchOnMount: 'always' })
  const isFull = data !== undefined && data.drafts.length >= data.most
  return (
    <Dialog
      open
      fullWidth
      maxWidth={false}
      slotProps={{ paper: { style: { maxWidth: 760 } } }}
      onClose={onClose}
      aria-labelledby={id}
    >
      <DialogTitle id={id}>{t('form.drafts')}</DialogTitle>
      <DialogContent className={styles.content}>
        {isFull && (
          <p className={styles.full} role="alert">
            {t('form.draftsFull', { max: data.most })}
          </p>
        )}
        {data?.drafts.length === 0 && <p className={styles.note}>{t('form.draftsNone')}</p>}
        {data === undefined && error && <ReadFailure error={error} onRetry={() => void refetch()} />}
        {data === undefined && !error && <Bone />}
        <ul>
          {(isFull ? data.drafts.toReversed() : (data?.drafts ?? [])).map((row) => (
            <DraftRow key={row.key} row={row} onOpened={onClose} />
          ))}
        </ul>
      </DialogContent>
      <DialogActions>
        <ActionButton onClick={onClose}>{t('shell.close')}</ActionButton>
      </DialogActions>
    </Dialog>
  )
}

function DraftRow({ row, onOpened }: { row: Row; onOpened: () => void }) {
  const t = useT()
  const client = useQueryClient()
  const place = draftPlace(row.key)
  const address = addressOf(row.key)
  const name = row.customerName || t('form.draftNameless')
  const what = place
    ? t(forms[place.form].label, { no: place.draftNo ?? row.orderNo ?? '' })
    : t('form.draftOfOther')
  const verbs = useVerbs({
    discard: verb(system.removeDraft, {
      label: 'form.draftDiscard',
      tone: 'danger',
      name: () => name,
      words: () => ({ what, name }),
      ask: 'form.draftRemoveQuestion',
      input: ({ key, version }: Row) => ({ key, version }),
      // Nothing else says so: a page that saves its draft does not make the list old at every key.
      done: () => outdate(client, 'draft'),
    }),
  })
  return (
    <li>
      <span className={styles.whose}>
        <strong>{name}</strong>
        <span>{row.mobile}</span>
      </span>
      <span className={styles.what}>
        <span>{what}</span>
        <span>
          {t('form.draftFilled', { filled: row.filled, asked: row.asked })}
          {row.fileCount > 0 && ` · ${t('form.draftPhotos', { count: row.fileCount })}`}
        </span>
      </span>
      <DateTimeText value={row.savedAt} />
      <span className={styles.act}>
        {address && (
          <Link href={address} onClick={onOpened}>
            {t('form.draftContinue')}
          </Link>
        )}
        <VerbButtons size="small" verbs={verbs.of(row)} />
      </span>
    </li>
  )
}
