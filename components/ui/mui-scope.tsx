'use client'
import { StyledEngineProvider, ThemeProvider } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { theme } from './theme'

/**
 * MUI's theme for what floats above the page. It stands around each dialog, menu and popover instead of around the
 * console, so that a page is there before any of MUI is. The variables that the theme reads are in the page's head, in
 * the tenant's colours; MUI's rules come before those of CSS modules, which win.
 */
export function MuiScope({ children }: { children: ReactNode }) {
  return (
    <StyledEngineProvider injectFirst>
      <ThemeProvider theme={theme} storageManager={null} colorSchemeNode={null} disableStyleSheetGeneration>
        {children}
      </ThemeProvider>
    </StyledEngineProvider>
  )
}
