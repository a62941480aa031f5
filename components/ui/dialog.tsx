'use client'
import MuiDialog, { type DialogProps } from '@mui/material/Dialog'
import { MuiScope } from './mui-scope'

/** True where it is the second click of the double click that opened the dialog, and lands beside it. */
const isEcho = (event: object, reason: string) =>
  reason === 'backdropClick' && 'detail' in event && Number(event.detail) > 1

/** MUI's Dialog in the look of the console. */
export default function Dialog({ onClose, ...props }: DialogProps) {
  return (
    <MuiScope>
      <MuiDialog
        {...props}
        onClose={(event, reason) => {
          if (!isEcho(event, reason)) onClose?.(event, reason)
        }}
      />
    </MuiScope>
  )
}
