'use client'
import MuiMenu, { type MenuProps } from '@mui/material/Menu'
import { MuiScope } from './mui-scope'

/** MUI's Menu in the look of the console. */
export default function Menu(props: MenuProps) {
  return (
    <MuiScope>
      <MuiMenu {...props} />
    </MuiScope>
  )
}
