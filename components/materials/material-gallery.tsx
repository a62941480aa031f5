'use client'
import { FileText } from 'lucide'
import { Icon } from '@/components/ui/icon'
import type { MaterialItem } from '@/lib/domains/materials/contract/attachments'
import { materialName } from '@/lib/i18n/code-words'
import { useT } from '@/lib/i18n/use-t'
import { isDrawn, picturesOf, thumbUrl } from './pictures'
import styles from './pictures.module.css'
import { usePictureDialog } from './use-picture-dialog'

/** The materials of an order to look at: what is there as thumbnails that open the viewer, what is missing by name. */
export function MaterialGallery({
  orderId,
  materials,
}: {
  orderId: number
  materials: readonly MaterialItem[]
}) {
  const t = useT()
  const pictures = picturesOf(materials, t)
  const viewer = usePictureDialog(orderId, pictures)
  const missing = materials.filter(({ files }) => files.length === 0)
  return (
    <>
      {pictures.length > 0 && (
        <ul className={styles.tiles}>
          {pictures.map((picture) => (
            <li key={picture.id} className={styles.tile}>
              <button
                type="button"
                aria-label={t('pictures.show', { label: picture.label, name: picture.name })}
                onClick={() => viewer.open(picture)}
              >
                {isDrawn(picture) ? (
                  <img src={thumbUrl(orderId, picture.id)} alt="" loading="lazy" />
                ) : (
                  <Icon name={FileText} size={32} />
                )}
              </button>
              <span className={styles.name}>{picture.label}</span>
            </li>
          ))}
        </ul>
      )}
      {materials.length === 0 && <p className={styles.missing}>{t('details.noMaterials')}</p>}
      {missing.length > 0 && (
        <p className={styles.missing}>
          {t('details.notUploaded')}
          {missing.map(({ materialType, required }) => (
            <span key={materialType} data-required={required || undefined}>
              {materialName(t, materialType)}
              {required && t('details.required')}
            </span>
          ))}
        </p>
      )}
      {viewer.dialog}
    </>
  )
}
