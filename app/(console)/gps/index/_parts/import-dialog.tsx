'use client'
import RowsDialog, { type ImportOf } from '@/components/imports/import-dialog'
import { gpsKinds } from '@/lib/domains/gps/rules/gps'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'

/** 导入 of devices into the stock from a file. */
export default function ImportDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const of: ImportOf<'gps'> = {
    kind: 'gps',
    labelOf: (field) => t(`gps.${field}` satisfies MessageKey),
    choices: [{ field: 'deviceType', words: gpsKinds.map((kind) => t(`gps.kinds.${kind}`)) }],
  }
  return <RowsDialog of={of} onClose={onClose} />
}
