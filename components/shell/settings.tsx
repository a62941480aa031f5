'use client'
import { createContext, type ReactNode, use, useMemo, useState } from 'react'
import { defaultSettings, type Settings } from '@/lib/rules/settings'

type SettingsPort = {
  settings: Settings
  /** Acts at once and is kept. */
  change: (next: Partial<Settings>) => void
}

const SettingsContext = createContext<SettingsPort>({ settings: defaultSettings, change: () => {} })

/** @param initial as the cookie of the request has them, so that the first HTML is right. */
export function SettingsProvider({ initial, children }: { initial: Settings; children: ReactNode }) {
  const [settings, setSettings] = useState(initial)
  const port = useMemo(
    () => ({
      settings,
      change: (next: Partial<Settings>) => setSettings((now) => ({ ...now, ...next })),
    }),
    [settings],
  )
  return <SettingsContext value={port}>{children}</SettingsContext>
}

/** The settings of this browser, as the settings drawer has them: `settings.showTag`. All on outside the console. */
export function useSettings(): SettingsPort {
  return use(SettingsContext)
}
