'use client'
import MuiPopover, { type PopoverProps } from '@mui/material/Popover'
import { MuiScope } from './mui-scope'

/** MUI's Popover in the look of the console. */
export default function Popover(props: PopoverProps) {
  return (
    <MuiScope>
      <MuiPopover {...props} />
    </MuiScope>
  )
}
