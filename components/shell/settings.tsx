'use client'
import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react'
import { keepCookie } from '@/lib/client/cookie'
import { settingKey } from '@/lib/client/lasting-storage'
import { forget, keep, recall } from '@/lib/client/storage'
import {
  defaultSettings,
  lookAttributes,
  type Settings,
  settingOf,
  settingsCookie,
  writeSettings,
} from '@/lib/domains/system/rules/settings'

/** Everything that the drawer says of the product, and the colour that a user's own one replaces. */
export type ShellAbout = {
  /** The tenant's title. */
  title: string
  version: string
  /** Addresses of 使用手册 and 更新日志: a path of ours or somewhere else. */
  manual: string
  releaseNotes: string
  /** Of the pages as they were loaded; empty where they are not built beforehand. */
  build: string
  /** `#RRGGBB` */
  color: string
}

type SettingsPort = {
  settings: Settings
  about: ShellAbout
  /** Acts at once and is kept. */
  change: (next: Partial<Settings>) => void
  /** Everything as a new browser has it. */
  reset: () => void
}

const outside: SettingsPort = {
  settings: defaultSettings,
  about: { title: '', version: '', manual: '', releaseNotes: '', build: '', color: '' },
  change: () => {},
  reset: () => {},
}
const SettingsContext = createContext<SettingsPort>(outside)

const names = Object.keys(defaultSettings) as (keyof Settings)[]

/** The settings as the browser's storage has them; what it lacks is as the cookie of the request said. */
function storedSettings(drawn: Settings): Settings {
  const stored = names.map((name) => [name, settingOf(name, recall(settingKey(name))) ?? drawn[name]])
  return Object.fromEntries(stored) as Settings
}

/** Puts the look on the page, without a load. The colour's rules come when there is one to change to. */
function wear(settings: Settings, before: Settings, tenantColor: string): void {
  for (const [name, value] of Object.entries(lookAttributes(settings))) {
    if (value === undefined) document.documentElement.removeAttribute(name)
    else document.documentElement.setAttribute(name, value)
  }
  if (settings.color === before.color) return
  const color = settings.color || tenantColor
  void import('./brand-style').then(({ wearColor }) => wearColor(color)).catch(() => {})
}

/**
 * The settings of this browser for everything inside.
 *
 * @param initial as the cookie of the request has them, so that the first HTML is right
 */
export function SettingsProvider({
  initial,
  about,
  children,
}: {
  initial: Settings
  about: ShellAbout
  children: ReactNode
}) {
  const [settings, setSettings] = useState(initial)

  const port = useMemo<SettingsPort>(() => {
    const show = (next: Settings) => {
      keepCookie(settingsCookie, writeSettings(next))
      wear(next, settings, about.color)
      setSettings(next)
    }
    return {
      settings,
      about,
      change: (changes) => {
        for (const name of names) {
          const value = changes[name]
          // Everything that cannot be kept must not stay as it was: then the cookie says it.
          if (value !== undefined && !keep(settingKey(name), value)) forget(settingKey(name))
        }
        show({ ...settings, ...changes })
      },
      reset: () => {
        for (const name of names) forget(settingKey(name))
        show(defaultSettings)
      },
    }
  }, [settings, about])

  // After the first render, and when another tab of the browser changes a setting.
  useEffect(() => {
    const follow = () => {
      const stored = storedSettings(settings)
      if (names.every((name) => stored[name] === settings[name])) return
      keepCookie(settingsCookie, writeSettings(stored))
      wear(stored, settings, about.color)
      setSettings(stored)
    }
    follow()
    window.addEventListener('storage', follow)
    return () => window.removeEventListener('storage', follow)
  }, [settings, about.color])

  return <SettingsContext value={port}>{children}</SettingsContext>
}

/** The settings of this browser, as the settings drawer has them: `settings.showTag`. All on outside the console. */
export function useSettings(): SettingsPort {
  return use(SettingsContext)
}
