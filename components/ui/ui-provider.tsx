'use client'
import { ThemeProvider } from '@mui/material/styles'
import { AppRouterCacheProvider } from '@mui/material-nextjs/v16-appRouter'
import type { ReactNode } from 'react'
import { ConfirmProvider } from './confirm'
import { theme } from './theme'

/**
 * MUI and the dialogs for everything inside. The variables that the theme reads are in the page's head already, in the
 * tenant's colours; MUI's rules lie in a layer of their own, so that CSS modules win.
 */
export function UiProvider({ children }: { children: ReactNode }) {
  return (
    <AppRouterCacheProvider options={{ enableCssLayer: true }}>
      <ThemeProvider theme={theme} defaultMode="light" storageManager={null} disableStyleSheetGeneration>
        <ConfirmProvider>{children}</ConfirmProvider>
      </ThemeProvider>
    </AppRouterCacheProvider>
  )
}
