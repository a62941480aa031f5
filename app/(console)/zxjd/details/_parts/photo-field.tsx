'use client'
import { useEffect, useId, useMemo, useState } from 'react'
import {
  isLocating,
  type LocalVisit,
  type VisitOutbox,
  type WaitingPhoto,
} from '@/components/due-diligence/visit-outbox'
import { IconButton } from '@/components/ui/action-button'
import { showDateTime } from '@/components/ui/time-text'
import { fileUrl } from '@/lib/client/download'
import { smaller } from '@/lib/client/smaller-picture'
import { type DiligencePhoto, dueDiligence } from '@/lib/domains/due-diligence/contract'
import { diligenceLimits, type PhotoSubject } from '@/lib/domains/due-diligence/rules/due-diligence'
import { useT } from '@/lib/i18n/use-t'
import { whereAmI } from './take-photo'
import styles from './visit.module.css'

/** The photos of one subject: the camera, and each photo with where it was taken, or why that is not known. */
export function PhotoField({
  visit,
  outbox,
  subject,
}: {
  visit: LocalVisit
  outbox: VisitOutbox
  subject: PhotoSubject
}) {
  const t = useT()
  const inputId = useId()
  const sent = visit.photos.filter((photo) => photo.subject === subject)
  const waiting = visit.waitingPhotos.filter(({ taken }) => taken.subject === subject)
  const take = async (file: File) => {
    const takenAt = new Date().toISOString()
    const picture = await smaller(file)
    // It is kept before the phone has found out where it is: that takes seconds.
    const key = await outbox.addPhoto(visit.id, picture, { subject, takenAt, noPlace: '' }, true)
    await outbox.changePhoto(key, (await whereAmI()) ?? {})
  }
  return (
    <div className={styles.photos}>
      <input
        id={inputId}
        className={styles.camera}
        type="file"
        accept="image/*"
        capture="environment"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = ''
          if (file) void take(file)
        }}
      />
      <label htmlFor={inputId} className={styles.take}>
        {t('dueDiligence.takePhoto', { subject: t(`dueDiligence.subjects.${subject}`) })}
      </label>
      {(sent.length > 0 || waiting.length > 0) && (
        <ul>
          {sent.map((photo) => (
            <SentPhoto
              key={photo.id}
              photo={photo}
              visitId={visit.id}
              onRemove={() => void outbox.removePhoto(visit.id, photo.id)}
            />
          ))}
          {waiting.map((photo) => (
            <UnsentPhoto key={photo.key} photo={photo} outbox={outbox} />
          ))}
        </ul>
      )}
    </div>
  )
}

type Facts = { takenAt: string; accuracy?: number | null | undefined; hasPlace: boolean; noPlace: string }

function PlaceText({ takenAt, accuracy, hasPlace, noPlace }: Facts) {
  const t = useT()
  return (
    <span>
      {showDateTime(takenAt)}
      <br />
      {hasPlace ? t('dueDiligence.located', { accuracy: accuracy ?? 0 }) : noPlace}
    </span>
  )
}

function SentPhoto({
  photo,
  visitId,
  onRemove,
}: {
  photo: DiligencePhoto
  visitId: number
  onRemove: () => void
}) {
  const t = useT()
  const { id, takenAt, latitude, accuracy, noPlace } = photo
  return (
    <li>
      <img src={fileUrl(dueDiligence.photo, { id: visitId, photoId: id, thumb: '1' })} alt="" />
      <div>
        <PlaceText {...{ takenAt, accuracy, noPlace }} hasPlace={latitude !== null} />
        <em data-sent>{t('dueDiligence.sent')}</em>
      </div>
      <IconButton icon="cross" label={t('dueDiligence.removePhoto')} onClick={onRemove} />
    </li>
  )
}

function UnsentPhoto({ photo, outbox }: { photo: WaitingPhoto; outbox: VisitOutbox }) {
  const t = useT()
  const { taken, refusal, file, key } = photo
  const locating = isLocating(photo)
  const hasPlace = taken.latitude !== undefined
  const [reason, setReason] = useState(taken.noPlace)
  const url = useMemo(() => URL.createObjectURL(file), [file])
  useEffect(() => () => URL.revokeObjectURL(url), [url])
  return (
    <li>
      <img src={url} alt="" />
      <div>
        {locating ? (
          <span>{t('dueDiligence.locating')}</span>
        ) : (
          <PlaceText
            takenAt={taken.takenAt}
            accuracy={taken.accuracy}
            hasPlace={hasPlace}
            noPlace={t('dueDiligence.unlocated')}
          />
        )}
        <em data-refused={refusal !== undefined || undefined}>{refusal ?? t('dueDiligence.waits')}</em>
        {!locating && !hasPlace && (
          <label className={styles.reason}>
            {t('dueDiligence.whyNoPlace')}
            <input
              value={reason}
              maxLength={diligenceLimits.note}
              placeholder={t('dueDiligence.whyNoPlaceHint')}
              onChange={({ target }) => setReason(target.value)}
              onBlur={() => void outbox.changePhoto(key, { noPlace: reason.trim() })}
            />
          </label>
        )}
      </div>
      <IconButton
        icon="cross"
        label={t('dueDiligence.removePhoto')}
        onClick={() => void outbox.dropPhoto(key)}
      />
    </li>
  )
}
