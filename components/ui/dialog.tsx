'use client'
import MuiDialog, { type DialogProps } from '@mui/material/Dialog'
import { MuiScope } from './mui-scope'

/** MUI's Dialog in the look of the console. */
export default function Dialog(props: DialogProps) {
  return (
    <MuiScope>
      <MuiDialog {...props} />
    </MuiScope>
  )
}
