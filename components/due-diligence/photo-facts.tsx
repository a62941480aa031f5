'use client'
import { DateTimeText } from '@/components/ui/texts'
import type { DiligencePhoto } from '@/lib/domains/due-diligence/contract'
import { useT } from '@/lib/i18n/use-t'
import styles from './due-diligence.module.css'

/** Time and place; in the words of the officer where the phone knew no place. */
export function PhotoFacts({ photo }: { photo: DiligencePhoto }) {
  const t = useT()
  const { subject, takenAt, latitude, longitude, accuracy, noPlace } = photo
  return (
    <div className={styles.facts}>
      <span>
        {t(`dueDiligence.subjects.${subject}`)} · <DateTimeText value={takenAt} />
      </span>
      {latitude !== null && longitude !== null ? (
        <span>
          {t('dueDiligence.place', { latitude: latitude.toFixed(5), longitude: longitude.toFixed(5) })}
          {accuracy !== null && ` ±${accuracy}m`}
        </span>
      ) : (
        subject !== 'signature' && <span data-missing>{noPlace || t('dueDiligence.noPlace')}</span>
      )}
    </div>
  )
}
