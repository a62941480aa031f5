'use client'
import { StoredFile } from '@/components/form/stored-file'
import { SingleUpload } from '@/components/materials/single-upload'
import { useHasPermission } from '@/lib/client/permission'
import { smaller } from '@/lib/client/smaller-picture'
import type { FittedDevice } from '@/lib/domains/gps/contract'
import { isChosen } from '@/lib/domains/gps/rules/gps'
import { useT } from '@/lib/i18n/use-t'
import styles from './gps.module.css'

/** One of the two photos of a fitting: taken while the device waits for it, read afterwards. */
export function FittingPhoto({
  orderId,
  device,
  subject,
}: {
  orderId: number
  device: FittedDevice
  subject: 'device' | 'vin'
}) {
  const t = useT()
  const mayFit = useHasPermission('gps:fit')
  const file = subject === 'device' ? device.devicePhoto : device.vinPhoto
  const word = t(subject === 'device' ? 'gps.devicePhoto' : 'gps.vinPhoto')
  const prepare = async (chosen: File) => {
    const picture = await smaller(chosen)
    return picture === chosen ? chosen : new File([picture], `${word}.jpg`, { type: picture.type })
  }
  return (
    <div className={styles.photo}>
      {file && <StoredFile orderId={orderId} file={file} readOnly onOpen={undefined} onRemoved={() => {}} />}
      {mayFit && isChosen(device.status) && (
        <SingleUpload
          place={{ orderId, kind: 'fitting', deviceId: device.id, subject }}
          prepare={prepare}
          size="small"
          label={t(file ? 'gps.retakePhoto' : 'gps.takePhoto', { subject: word })}
          name={word}
          accept="image/png,image/jpeg"
        />
      )}
    </div>
  )
}
