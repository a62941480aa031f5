'use client'
import { StoredFile } from '@/components/form/stored-file'
import { toast } from '@/components/ui/toast'
import { UploadButton } from '@/components/verb/upload-button'
import { useHasPermission } from '@/lib/client/permission'
import { smaller } from '@/lib/client/smaller-picture'
import { uploadFile } from '@/lib/client/upload'
import { type FittedDevice, gps } from '@/lib/contracts/gps'
import { useT } from '@/lib/i18n/use-t'
import { isChosen } from '@/lib/rules/gps'
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
  const send = async (chosen: File) => {
    const picture = await smaller(chosen)
    const sent = picture === chosen ? chosen : new File([picture], `${word}.jpg`, { type: picture.type })
    await uploadFile(gps.addPhoto, { orderId, deviceId: device.id, subject }, sent)
    toast.success(t('gps.photoSent', { subject: word }))
  }
  return (
    <div className={styles.photo}>
      {file && <StoredFile orderId={orderId} file={file} readOnly onOpen={undefined} onRemoved={() => {}} />}
      {mayFit && isChosen(device.status) && (
        <UploadButton
          size="small"
          label={t(file ? 'gps.retakePhoto' : 'gps.takePhoto', { subject: word })}
          name={word}
          accept="image/png,image/jpeg"
          send={send}
        />
      )}
    </div>
  )
}
