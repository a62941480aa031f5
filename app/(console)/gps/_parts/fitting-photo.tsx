'use client'
import { useRef, useState } from 'react'
import { StoredFile } from '@/components/form/stored-file'
import { ActionButton } from '@/components/ui/action-button'
import { toast } from '@/components/ui/toast'
import { useHasPermission } from '@/lib/client/permission'
import { smaller } from '@/lib/client/smaller-picture'
import { uploadFile } from '@/lib/client/upload'
import { type FittedDevice, gps } from '@/lib/contracts/gps'
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
  const input = useRef<HTMLInputElement>(null)
  const mayFit = useHasPermission('gps:fit')
  const [isBusy, setBusy] = useState(false)
  const file = subject === 'device' ? device.devicePhoto : device.vinPhoto
  const word = t(subject === 'device' ? 'gps.devicePhoto' : 'gps.vinPhoto')
  const send = async (chosen: File | undefined) => {
    if (!chosen) return
    setBusy(true)
    try {
      const picture = await smaller(chosen)
      const name = `${word}.jpg`
      await uploadFile(
        gps.addPhoto,
        { orderId, deviceId: device.id, subject },
        picture === chosen ? chosen : new File([picture], name, { type: picture.type }),
      )
      toast.success(t('gps.photoSent', { subject: word }))
    } catch {
      // It has been said why.
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={styles.photo}>
      {file && <StoredFile orderId={orderId} file={file} readOnly onOpen={undefined} onRemoved={() => {}} />}
      {mayFit && device.status === '待安装' && (
        <>
          <input
            ref={input}
            type="file"
            hidden
            aria-label={word}
            accept="image/png,image/jpeg"
            onChange={({ target }) => {
              void send(target.files?.[0])
              // The same file again is a choice too.
              target.value = ''
            }}
          />
          <ActionButton size="small" busy={isBusy} onClick={() => input.current?.click()}>
            {t(file ? 'gps.retakePhoto' : 'gps.takePhoto', { subject: word })}
          </ActionButton>
        </>
      )}
    </div>
  )
}
